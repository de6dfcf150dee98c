import { before } from 'node:test';
import { precompress } from '../../src/hosting/preview-server.ts';
import { OURS, proveHost } from './prove-host.ts';

/* The built site on our own server and on nginx. `hosts.all.test.ts` has the other hosts. */

before(() => precompress('dist'));

proveHost(OURS);
proveHost('nginx');
