/*
 * Draws the link preview image for each section, and the icons. The images are committed,
 * so that builds need no fonts. Run `npm run images` after a change to the logo, a section, or the product.
 */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { sections } from '../config/sections.ts';
import { site } from '../config/site.ts';

const PUBLIC = new URL('../../public/', import.meta.url);

await mkdir(new URL('social/', PUBLIC), { recursive: true });
const logo = await readFile(new URL('favicon.svg', PUBLIC));
const primary = logo.toString().split('fill="')[1]?.slice(0, '#000000'.length);
for (const { id, label } of sections) {
  const svg = Buffer.from(card(id === 'main' ? site.title : label));
  await sharp(svg)
    .png({ palette: true, colours: 32, effort: 10 })
    .toFile(fileURLToPath(new URL(`social/${id}.png`, PUBLIC)));
}
await writeFile(new URL('apple-touch-icon.png', PUBLIC), await icon(180, true));
await writeFile(new URL('favicon.ico', PUBLIC), ico(await icon(32)));

/** The image for a shared link: the product, the page's subject, and the line in the logo. */
function card(subject: string): string {
  const [width, height] = [1200, 630];
  const words = subject.length > 24 ? subject.replace(' made ', '\nmade ').split('\n') : [subject];
  const lines = words.map((text, index) => `<tspan x="88" y="${300 + index * 92}">${text}</tspan>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${primary}"/>
    <g fill="none" stroke="#93b4ff" stroke-width="8" stroke-linecap="round" stroke-linejoin="round">
      <path d="M-20 560h520l140-96 120 48 300-250" opacity="0.9"/>
    </g>
    <circle cx="1060" cy="262" r="26" fill="#4fd8c4"/>
    <g font-family="Liberation Sans, Arial, sans-serif" fill="#fff">
      <text x="88" y="128" font-size="36" fill="#c7d6ff">${site.product}</text>
      <text font-size="80" font-weight="700" letter-spacing="-2">${lines.join('')}</text>
    </g>
  </svg>`;
}

/** The logo as a PNG. With `square`, the background fills the square, because home screens round the corners. */
function icon(size: number, square = false): Promise<Buffer> {
  const image = sharp(logo, { density: (72 * size) / 32 }).resize(size, size);
  return (square ? image.flatten({ background: primary }) : image).png({ compressionLevel: 9 }).toBuffer();
}

/** An ICO file with one 32×32 PNG: the file header, the image's entry (its byte length at offset 14), and the image. */
function ico(png: Buffer): Buffer {
  const header = Buffer.from([0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0]);
  header.writeUInt32LE(png.length, 14);
  return Buffer.concat([header, png]);
}
