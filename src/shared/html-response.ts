/** Whether an answer is a page. */
export function isHtml({ headers }: Response): boolean {
  return (headers.get('content-type') ?? '').startsWith('text/html');
}

/**
 * Whether the host serves another deploy than the one that asked for a file: it has no such file.
 *
 * @param path - What was asked for, such as `/_astro/site.BkT3x9aD.js`.
 */
export function isGone(path: string, answer: Response): boolean {
  return answer.ok ? isPageInstead(path, answer) : [404, 410].includes(answer.status);
}

/**
 * Whether a host answered with a page where a file was asked for. Some do so, with status 200, for every address
 * that they have nothing for, such as that of a script of the deploy before.
 *
 * @param path - What was asked for, such as `/_astro/site.BkT3x9aD.js`.
 */
export function isPageInstead(path: string, answer: Response): boolean {
  return isHtml(answer) && /\.\w+$/.test(path) && !path.endsWith('.html');
}
