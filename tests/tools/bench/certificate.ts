/** A new certificate for `localhost`, because browsers use HTTP/2 only over TLS. */

import { createHash, generateKeyPairSync, sign } from 'node:crypto';

export interface Certificate {
  key: string;
  cert: string;
  /** The hash of its key, for Chromium's `--ignore-certificate-errors-spki-list`. */
  fingerprint: string;
}

const HOUR = 3_600_000;

/** Object identifiers in DER. */
const ecdsaWithSha256 = Buffer.from('06082a8648ce3d040302', 'hex');
const commonName = Buffer.from('0603550403', 'hex');
const subjectAltName = Buffer.from('0603551d11', 'hex');

/** Tags of DER. */
const tag = {
  integer: 2,
  bits: 3,
  octets: 4,
  text: 12,
  time: 23,
  sequence: 48,
  set: 49,
  version: 160,
  extensions: 163,
  dns: 130,
};

/** Signs a certificate with a new key. It is valid for a day. */
export function makeCertificate(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicInfo = publicKey.export({ type: 'spki', format: 'der' });
  const algorithm = der(tag.sequence, ecdsaWithSha256);
  const name = der(
    tag.sequence,
    der(tag.set, der(tag.sequence, commonName, der(tag.text, Buffer.from('localhost')))),
  );
  const validity = der(tag.sequence, time(Date.now() - HOUR), time(Date.now() + 24 * HOUR));
  const hosts = der(tag.sequence, der(tag.dns, Buffer.from('localhost')));
  const extensions = der(
    tag.extensions,
    der(tag.sequence, der(tag.sequence, subjectAltName, der(tag.octets, hosts))),
  );
  const version = der(tag.version, der(tag.integer, Buffer.of(2)));
  const serial = der(tag.integer, Buffer.of(1));
  const content = der(tag.sequence, version, serial, algorithm, name, validity, name, publicInfo, extensions);
  const signature = der(tag.bits, Buffer.of(0), sign('sha256', content, privateKey));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(der(tag.sequence, content, algorithm, signature)),
    fingerprint: createHash('sha256').update(publicInfo).digest('base64'),
  };
}

function der(type: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const sizes = length < 128 ? [length] : length < 256 ? [129, length] : [130, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(type, ...sizes), content]);
}

/** YYMMDDhhmmssZ */
function time(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().replaceAll(/\D/g, '').slice(2, 14);
  return der(tag.time, Buffer.from(`${digits}Z`));
}

function pem(certificate: Buffer): string {
  const lines = certificate.toString('base64').match(/.{1,64}/g)!;
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
