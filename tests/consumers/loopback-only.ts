import { Socket, type TcpNetConnectOpts } from 'node:net';

/* Ends the program that it is preloaded into at the first connection to another machine. */

const { connect } = Socket.prototype;
Socket.prototype.connect = function (...options: unknown[]): Socket {
  const [{ host = 'localhost' }] = options.flat() as [TcpNetConnectOpts];
  if (host !== 'localhost' && !host.startsWith('127.')) {
    console.error(`The program connects to ${host}.`);
    process.exit(70);
  }
  return Reflect.apply(connect, this, options) as Socket;
};
