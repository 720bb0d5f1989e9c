/**
 * A game with its variations.
 *
 * The first child of a node is the main line. Nodes carry the FEN they lead to, so that jumping about in a long
 * game replays nothing. The tree knows nothing of the page; see `analysis.svelte.ts` for the state around it.
 */
import { makeSanAndPlay } from 'chessops/san';
import { fenOf, INITIAL_FEN, legalMove, needsChess960, plyOf, positionOf, spelledUci } from './position';

export interface TreeNode {
  readonly id: number;
  readonly parent: TreeNode | undefined;
  readonly children: TreeNode[];
  /** The move that led here; empty at the root. */
  readonly uci: string;
  readonly san: string;
  readonly fen: string;
  readonly ply: number;
  /** Comments before the move, after it, and annotation glyphs, all as PGN has them. */
  startingComments: string[];
  comments: string[];
  nags: number[];
}

export class GameTree {
  readonly root: TreeNode;
  readonly headers: Map<string, string>;
  /** Whether castling is spelled “king takes rook”: only where the usual spelling could be misread. */
  readonly chess960: boolean;
  private readonly byId = new Map<number, TreeNode>();

  constructor(fen: string = INITIAL_FEN, headers = new Map<string, string>(), chess960 = false) {
    // What chessops writes is the one spelling of a position that all comparisons rely on.
    const start = fenOf(positionOf(fen));
    this.headers = headers;
    this.chess960 = chess960 || needsChess960(start);
    this.root = this.register(undefined, '', '', start);
  }

  private register(parent: TreeNode | undefined, uci: string, san: string, fen: string): TreeNode {
    const node: TreeNode = {
      id: this.byId.size,
      parent,
      children: [],
      uci,
      san,
      fen,
      ply: parent ? parent.ply + 1 : plyOf(fen),
      startingComments: [],
      comments: [],
      nags: [],
    };
    this.byId.set(node.id, node);
    return node;
  }

  /** The number of nodes that were ever made. */
  get size(): number {
    return this.byId.size;
  }

  node(id: number): TreeNode | undefined {
    return this.byId.get(id);
  }

  /** The node after a move, made if it is new; nothing if the move is illegal. */
  play(at: TreeNode, uci: string): TreeNode | undefined {
    const position = positionOf(at.fen);
    const move = legalMove(position, uci);
    if (!move) return undefined;
    const spelled = spelledUci(position, move, this.chess960);
    const known = at.children.find(child => child.uci === spelled);
    if (known) return known;
    const san = makeSanAndPlay(position, move);
    const node = this.register(at, spelled, san, fenOf(position));
    at.children.push(node);
    return node;
  }

  /** Nodes from the root (left out) to this one. */
  path(to: TreeNode): TreeNode[] {
    const nodes: TreeNode[] = [];
    for (let node: TreeNode | undefined = to; node?.parent; node = node.parent) nodes.unshift(node);
    return nodes;
  }

  /** The line a person who steps forward from the root would see, through this node to its end. */
  lineThrough(node: TreeNode): TreeNode[] {
    const line = this.path(node);
    for (let next = node.children[0]; next; next = next.children[0]) line.push(next);
    return line;
  }

  mainLine(): TreeNode[] {
    return this.lineThrough(this.root);
  }

  /** Makes every move that leads here the first choice at its place. */
  promote(node: TreeNode): void {
    for (const step of this.path(node)) {
      const siblings = step.parent?.children;
      if (!siblings) continue;
      siblings.splice(siblings.indexOf(step), 1);
      siblings.unshift(step);
    }
  }

  /** Cuts a node off with all that follows; answers where one stands afterwards. Its number is not given again. */
  remove(node: TreeNode): TreeNode {
    if (!node.parent) return node;
    node.parent.children.splice(node.parent.children.indexOf(node), 1);
    return node.parent;
  }
}
