"""Connections to a database that can be cut: for machines of a test without root, which have no network of their own."""

import socket
import threading

from .process import free_port

CHUNK_BYTES = 1 << 16


class ProxiedMachine:
    """This machine, behind a proxy that can stop forwarding without closing a connection."""

    address = "127.0.0.1"
    within = ()

    def __init__(self, database):
        self.target = (database.host, database.port)
        self.port = free_port()
        self.forwards = threading.Event()
        self.forwards.set()
        self.listener = socket.create_server((self.address, self.port))
        threading.Thread(target=self.accept, daemon=True).start()

    def url(self, database):
        """Address of the database for this machine."""
        return database.url(self.address, self.port)

    def cut(self):
        """Stops forwarding. Connections stay open."""
        self.forwards.clear()

    def heal(self):
        """Forwards again, also what arrived in between."""
        self.forwards.set()

    def accept(self):
        """Connects each client to the database."""
        while True:
            try:
                client = self.listener.accept()[0]
            except OSError:
                return
            threading.Thread(target=self.connect, args=(client,), daemon=True).start()

    def connect(self, client):
        """Forwards both directions of a connection."""
        self.forwards.wait()
        try:
            server = socket.create_connection(self.target)
        except OSError:
            client.close()
            return
        for pair in (client, server), (server, client):
            threading.Thread(target=self.forward, args=pair, daemon=True).start()

    def forward(self, source, sink):
        """Forwards one direction until its end."""
        try:
            while data := source.recv(CHUNK_BYTES):
                self.forwards.wait()
                sink.sendall(data)
        except OSError:
            pass
        for end in source, sink:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.heal()
        self.listener.close()
