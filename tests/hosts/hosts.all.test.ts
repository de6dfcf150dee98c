import { proveHost } from './prove-host.ts';

/* The built site on hosts that need other configurations than nginx. */

proveHost('Apache');
proveHost('Caddy');
