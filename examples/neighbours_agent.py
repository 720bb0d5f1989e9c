#!/usr/bin/env python3
"""A Neighbours agent that anyone can start from: it captures where it can and else plays at random.

    python3 examples/neighbours_agent.py 7118
    petteia neighbours match --player agent --player tcp://127.0.0.1:7118 --games 10 --move-time 50

It also joins a game on a server that runs with --agent-port:

    python3 examples/neighbours_agent.py --join 127.0.0.1:7118 GAME
"""

import random
import socket
import socketserver
import sys

START = "bbbbbbbb/8/8/8/8/8/8/wwwwwwww w 0 1"
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
NAMES = {(x, y): "abcdefgh"[x] + str(y + 1) for x in range(8) for y in range(8)}


def read_position(words):
    """The pieces as {(file, rank): color} and the side to move, after `position P [moves M...]`."""
    fields, moves = (START.split(), words[1:]) if words[:1] == ["start"] else (words[:4], words[4:])
    board = {}
    for rank, row in zip(range(7, -1, -1), fields[0].split("/")):
        squares = "".join("." * int(c) if c.isdigit() else c for c in row)
        board.update({(file, rank): c for file, c in enumerate(squares) if c != "."})
    turn = fields[1]
    squares = {name: square for square, name in NAMES.items()}
    for move in moves[1:]:
        board[squares[move[2:]]] = board.pop(squares[move[:2]])
        turn = "b" if turn == "w" else "w"
    return board, turn


def legal_moves(board, turn):
    """Exactly as many squares as there are neighbours, straight on, over empty squares."""
    for (x, y) in [square for square, color in board.items() if color == turn]:
        count = sum((x + dx, y + dy) in board for dx, dy in DIRECTIONS)
        for dx, dy in DIRECTIONS if count else []:
            target = (x + count * dx, y + count * dy)
            clear = all((x + n * dx, y + n * dy) not in board for n in range(1, count))
            if clear and target in NAMES and board.get(target) != turn:
                yield NAMES[x, y] + NAMES[target], target in board


class Agent(socketserver.StreamRequestHandler):
    tells = False

    def handle(self):
        game = read_position(["start"])
        for line in self.rfile:
            command, *rest = line.decode(errors="replace").split() or [""]
            try:
                if command == "ngi":
                    self.say("id name Grabber\nid author the Petteia authors\nngiok")
                elif command == "isready":
                    self.say("readyok")
                elif command == "position":
                    game = read_position(rest)
                elif command == "go":
                    moves = list(legal_moves(*game))
                    captures = [move for move, captures in moves if captures]
                    self.say("bestmove " + random.choice(captures or [m for m, _ in moves] or ["none"]))
                elif command == "quit":
                    return
                elif command in ("seat", "result", "refused"):
                    if self.tells:
                        print(line.decode(errors="replace").strip(), flush=True)
                elif command not in ("", "newgame", "stop"):
                    self.say(f"error expected a request, found {command!r}")
            except (LookupError, ValueError) as problem:
                self.say(f"error expected another {command}: {problem!r}")

    def say(self, text):
        self.wfile.write((text + "\n").encode())


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = daemon_threads = True


def join(address, game):
    """Connects to a server and plays until it ends the connection."""
    Agent.tells = True
    host, port = address.rsplit(":", 1)
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(f"join {game}\n".encode())
        Agent(connection, address, None)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--join"]:
        sys.exit(join(*sys.argv[2:4]))
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 7118
    with Server(("127.0.0.1", port), Agent) as server:
        print("listening on tcp://127.0.0.1:%d" % server.server_address[1], flush=True)
        server.serve_forever()
