/** The slips of one side, one after the other: somebody looks for a better move, and the server judges it. */
import { announce } from './announce.svelte';
import type { Analysis } from './analysis.svelte';
import { isSlip, moverOf } from './chess/reviewed';
import { sanLine, type Side } from './chess/position';
import type { TreeNode } from './chess/tree';
import type { MoveText } from './protocol/chess';
import type { GameReview, ReviewedMove } from './protocol/review';
import { openChannel } from './socket.svelte';
import { showNumber, t } from './text.svelte';

/** A slip of the game, and what would have been better. */
export interface Slip extends ReviewedMove {
  /** The move of the game. */
  readonly node: TreeNode;
  /** The position before it. */
  readonly before: TreeNode;
}

/** What became of a slip: found alone, found with a hint, or told. */
export type Answer = 'found' | 'hinted' | 'told';

export class Retry {
  readonly slips: readonly Slip[];
  index = $state(0);
  state = $state<'asking' | 'judging' | 'right' | 'wrong' | 'told'>('asking');
  hinted = $state(false);
  /** What was said of the last try. */
  verdict = $state('');
  problem = $state('');
  answers = $state.raw<readonly Answer[]>([]);
  /** Grows with every try: the board takes the move back. */
  tries = $state(0);
  /** The move that was tried last. */
  tried = $state.raw<MoveText>();

  readonly #analysis: Analysis;
  readonly #channel = openChannel('analyse', {
    onevent: event => {
      if (event.type === 'judged' && this.state === 'judging') this.#judged(event);
    },
    onrefused: reason => {
      this.problem = reason;
      this.state = 'asking';
    },
  });

  constructor(analysis: Analysis, review: GameReview, side: Side) {
    this.#analysis = analysis;
    this.slips = analysis.tree.mainLine().flatMap((node, index): Slip[] => {
      const move = review.moves[index];
      const isHere = move && node.parent && isSlip(move.class) && moverOf(node) === side;
      return isHere ? [{ ...move, node, before: node.parent! }] : [];
    });
  }

  /** The slip that is asked about; none when all are done. */
  get slip(): Slip | undefined {
    return this.slips[this.index];
  }

  get isOver(): boolean {
    return this.index >= this.slips.length;
  }

  /** Whether a move is wanted. */
  get isOpen(): boolean {
    return !this.isOver && (this.state === 'asking' || this.state === 'wrong');
  }

  play(uci: string): void {
    const slip = this.slip;
    if (!slip || !this.isOpen) return;
    this.tries += 1;
    this.problem = '';
    this.tried = { uci, san: sanLine(slip.before.fen, [uci])[0] ?? uci };
    if (uci === slip.best[0]?.uci) return this.#judged({ ...slip, class: 'best', lost_chances: 0 });
    if (uci === slip.node.uci) return this.#judged(slip);
    this.state = 'judging';
    const { tree } = this.#analysis;
    const moves = tree.path(slip.before).map(node => node.uci);
    const line = { fen: tree.root.fen, moves, chess960: tree.chess960 };
    if (this.#channel.send({ type: 'judge', line, tried: uci })) return;
    this.state = 'asking';
    this.problem = t('app.noAnswer');
  }

  hint(): void {
    this.hinted = true;
  }

  /** Shows the better move. */
  tell(): void {
    this.state = 'told';
    this.#answer('told');
  }

  next(): void {
    if (this.isOver) return;
    if (this.answers.length <= this.index) this.#answer('told');
    this.index += 1;
    this.state = 'asking';
    this.hinted = false;
    this.verdict = '';
    this.tried = undefined;
  }

  close(): void {
    this.#channel.close();
  }

  #judged(judged: ReviewedMove): void {
    const move = this.tried?.san ?? '';
    if (isSlip(judged.class)) {
      this.state = 'wrong';
      const lost = showNumber(Math.max(1, Math.round(judged.lost_chances * 100)));
      this.verdict = t('retry.wrong', { move, lost });
    } else {
      this.state = 'right';
      const best = this.slip?.best[0]?.san ?? '';
      this.verdict =
        judged.class === 'best' ? t('retry.right', { move }) : t('retry.rightToo', { move, best });
      this.#answer(this.hinted ? 'hinted' : 'found');
    }
    announce(this.verdict);
  }

  #answer(answer: Answer): void {
    if (this.answers.length <= this.index) this.answers = [...this.answers, answer];
  }
}
