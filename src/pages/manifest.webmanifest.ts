import type { APIRoute } from 'astro';
import { site } from '../config/site.ts';

/** `/manifest.webmanifest`: what browsers and systems show for the site. URLs are relative to this file. */
export const GET: APIRoute = () =>
  Response.json({
    name: site.title,
    short_name: 'Developer portal',
    start_url: './',
    display: 'browser',
    background_color: '#ffffff',
    theme_color: '#1e3a8a',
    icons: [
      { src: 'favicon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: 'apple-touch-icon.png', type: 'image/png', sizes: '180x180' },
    ],
  });
