import { transform, transformStyleAttribute, type TransformResult } from 'lightningcss';
import type { Link } from './read-page.ts';

/** The URLs that a stylesheet loads. */
export function linksInStyles(css: string): Link[] {
  return mayLoad(css) ? linksOf(transform({ ...options(css), filename: 'style.css' })) : [];
}

/** The URLs that a style attribute loads. */
export function linksInStyleAttribute(css: string): Link[] {
  return mayLoad(css) ? linksOf(transformStyleAttribute(options(css))) : [];
}

/** Most styles load nothing, so they needn't be parsed. */
const mayLoad = (css: string) => ['url(', 'image-set(', '@import'].some((syntax) => css.includes(syntax));

const options = (css: string) => ({ code: Buffer.from(css), analyzeDependencies: true, errorRecovery: true });

const linksOf = ({ dependencies }: Pick<TransformResult, 'dependencies'>): Link[] =>
  (dependencies ?? []).flatMap((link) => ('url' in link ? { target: link.url, kind: 'asset' } : []));
