import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { blocks } from '../../samples/support/pages.ts';
import { testFolder } from '../../support/test-folder.ts';
import type { Consumer } from '../consumer.ts';

/** The options of cURL 7.61, without the dashes. */
const curlOptions = `
  abstract-unix-socket anyauth append basic cacert capath cert cert-status cert-type ciphers compressed
  compressed-ssh config connect-timeout connect-to continue-at cookie cookie-jar create-dirs crlf crlfile
  data data-ascii data-binary data-raw data-urlencode delegation digest disable disable-eprt disable-epsv
  disallow-username-in-url dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers dump-header egd-file engine
  expect100-timeout fail fail-early false-start form form-string ftp-account ftp-alternative-to-user
  ftp-create-dirs ftp-method ftp-pasv ftp-port ftp-pret ftp-skip-pasv-ip ftp-ssl-ccc ftp-ssl-ccc-mode
  ftp-ssl-control get globoff happy-eyeballs-timeout-ms haproxy-protocol head header help hostpubmd5 http1.0
  http1.1 http2 http2-prior-knowledge ignore-content-length include insecure interface ipv4 ipv6
  junk-session-cookies keepalive-time key key-type krb libcurl limit-rate list-only local-port location
  location-trusted login-options mail-auth mail-from mail-rcpt manual max-filesize max-redirs max-time
  metalink negotiate netrc netrc-file netrc-optional next no-alpn no-buffer no-keepalive no-npn no-sessionid
  noproxy ntlm ntlm-wb oauth2-bearer output pass path-as-is pinnedpubkey post301 post302 post303 preproxy
  progress-bar proto proto-default proto-redir proxy proxy-anyauth proxy-basic proxy-cacert proxy-capath
  proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-digest proxy-header proxy-insecure proxy-key
  proxy-key-type proxy-negotiate proxy-ntlm proxy-pass proxy-pinnedpubkey proxy-service-name
  proxy-ssl-allow-beast proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-tlsv1
  proxy-user proxy1.0 proxytunnel pubkey quote random-file range raw referer remote-header-name remote-name
  remote-name-all remote-time request request-target resolve retry retry-connrefused retry-delay
  retry-max-time sasl-ir service-name show-error silent socks4 socks4a socks5 socks5-basic socks5-gssapi
  socks5-gssapi-nec socks5-gssapi-service socks5-hostname speed-limit speed-time ssl ssl-allow-beast
  ssl-no-revoke ssl-reqd sslv2 sslv3 stderr styled-output suppress-connect-headers tcp-fastopen tcp-nodelay
  telnet-option tftp-blksize tftp-no-options time-cond tls-max tls13-ciphers tlsauthtype tlspassword tlsuser
  tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 tr-encoding trace trace-ascii trace-time unix-socket upload-file url
  use-ascii user user-agent verbose version write-out xattr
`;

/** Each shell block that calls cURL, and the options that a shell passes to cURL. */
function* optionsForCurl(): Generator<[block: string, options: string[]]> {
  for (const { page, title, language, code } of blocks) {
    if (!['sh', 'bash'].includes(language) || !/\bcurl\b/.test(code)) continue;
    const script = `curl() { printf '%s\\n' "$@"; }\nnode() { :; }\n${code}`;
    // The only programs are these functions.
    const output = execFileSync('/bin/sh', ['-c', script], { env: { PATH: '' }, encoding: 'utf8' });
    yield [`${page} ${title}`, output.split('\n').filter((line) => line.startsWith('-'))];
  }
}

const python = (...parameters: string[]) =>
  execFileSync('python3', parameters, { encoding: 'utf8', env: { ...process.env, PYTHONUTF8: '1' } }).trim();

/** Programs that run or unpack the sandbox, the starters, and the samples. */
export const programReaders: readonly Consumer[] = [
  {
    artifact: 'cURL commands on pages',
    reader: 'cURL of Enterprise Linux 8',
    version: () => '7.61, by its list of options',
    right: 'has every option',
    check() {
      const known = new Set(curlOptions.split(/\s+/));
      const unknown = [...optionsForCurl()].flatMap(([block, options]) =>
        options
          .filter((option) => !known.has(option.replace('--', '')))
          .map((option) => `${block}: ${option}`),
      );
      assert.deepEqual(unknown, []);
    },
  },
  {
    artifact: 'sandbox.mjs --grade --junit',
    reader: "Python's xml.etree",
    version: () => python('--version'),
    right: 'reads a report with emoji, markup, and characters that XML forbids',
    check(context) {
      const report = join(testFolder(context), 'report.xml');
      const code = String.raw`console.log('🚀 <a href="x">&amp;]]>é \uFFFE\x7F\x01 \uD83D'); process.exitCode = 1`;
      const program = [process.execPath, '--eval', code];
      const grade = ['dist/sandbox.mjs', '--grade', '--only', 'one-token', '--junit', report];
      spawnSync(process.execPath, [...grade, '--', ...program]);
      const read =
        'import sys, xml.etree.ElementTree as x; print(x.parse(sys.argv[1]).find(".//failure").get("message"))';
      const message = python('-c', read, report);
      assert.ok(message.includes(String.raw`"🚀 <a href=\"x\">&amp;]]>é`), message);
    },
  },
];
