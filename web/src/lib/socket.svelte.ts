/**
 * The one WebSocket to the server. Each part of the page that talks has a channel of its own; when the
 * connection comes back after a break, every channel is told and asks for what it needs.
 */
import type { AnalyseEvent, AnalyseRequest } from './protocol/analyse';
import type { LabEvent, LabRequest } from './protocol/lab';
import type { ClientMessage, ServerMessage } from './protocol/message';
import type { NeighboursEvent, NeighboursRequest } from './protocol/neighbours';
import { playerKey } from './player';
import type { PlayEvent, PlayRequest } from './protocol/play';
import type { StudyEvent, StudyRequest } from './protocol/study';
import type { WatchEvent, WatchRequest } from './protocol/watch';

interface Topics {
  play: [PlayRequest, PlayEvent];
  analyse: [AnalyseRequest, AnalyseEvent];
  watch: [WatchRequest, WatchEvent];
  neighbours: [NeighboursRequest, NeighboursEvent];
  lab: [LabRequest, LabEvent];
  study: [StudyRequest, StudyEvent];
}

interface Listener<T extends keyof Topics> {
  /** The connection is there: at first, and again after each break. */
  onopen?: () => void;
  onevent: (event: Topics[T][1]) => void;
  onrefused: (reason: string) => void;
}

export interface Channel<T extends keyof Topics> {
  /** False if there is no connection: then nothing was sent. */
  send: (request: Topics[T][0]) => boolean;
  close: () => void;
}

let socket: WebSocket | undefined;
let open = $state(false);
/** A short break is nobody's business; only one that lasts is shown. */
let missed = $state(false);
let retry = 250;
let next = 1;
const listeners = new Map<number, Listener<never>>();

export const connected = (): boolean => !missed;

function connect(): void {
  const address = new URL('./ws', location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  address.hash = '';
  address.searchParams.set('player', playerKey);
  const fresh = new WebSocket(address);
  socket = fresh;
  fresh.onopen = () => {
    open = true;
    missed = false;
    retry = 250;
    for (const listener of listeners.values()) listener.onopen?.();
  };
  fresh.onclose = () => {
    open = false;
    setTimeout(() => (missed = !open), 1500);
    setTimeout(connect, retry);
    retry = Math.min(retry * 2, 5000);
  };
  fresh.onmessage = message => deliver(JSON.parse(String(message.data)) as ServerMessage);
}

function deliver(message: ServerMessage): void {
  const listener = message.channel === null ? undefined : listeners.get(message.channel);
  if (!listener) return;
  if (message.topic === 'refused') listener.onrefused(message.event.reason);
  else listener.onevent(message.event as never);
}

function transmit(message: ClientMessage): boolean {
  if (socket?.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(message));
  return true;
}

export function openChannel<T extends keyof Topics>(topic: T, listener: Listener<T>): Channel<T> {
  const channel = next++;
  listeners.set(channel, listener as unknown as Listener<never>);
  if (!socket) connect();
  else if (open) queueMicrotask(() => listener.onopen?.());
  return {
    send: request => transmit({ channel, topic, request } as ClientMessage),
    close: () => {
      listeners.delete(channel);
      transmit({ channel, topic: 'close' } as ClientMessage);
    },
  };
}
