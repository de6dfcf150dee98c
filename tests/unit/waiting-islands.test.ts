import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IslandFinisher } from '../../src/integrations/output/islands.ts';

const island = (name: string, attributes: string) =>
  `<astro-island uid="Z1" prefix="r2" component-url="/_astro/${name}.js" component-export="${name}" ${attributes} ` +
  'ssr client="intent" opts="{&quot;name&quot;:&quot;Bar&quot;,&quot;value&quot;:true}" await-children>…</astro-island>';

const learned = (...pages: string[]) => {
  const finisher = new IslandFinisher();
  for (const page of pages) finisher.learn(page);
  return finisher;
};

test('Attributes that no page has otherwise leave the pages, and can be put back', () => {
  const page = island('Bar', 'props="{&quot;text&quot;:[0,&quot;A&quot;]}"');
  const finisher = learned(page, page);
  assert.equal(
    finisher.finish(page),
    '<astro-island prefix="r2" component-export="Bar" client="intent">…</astro-island>',
  );
  assert.deepEqual(finisher.attributes, {
    Bar: {
      'component-url': '/_astro/Bar.js',
      props: '{"text":[0,"A"]}',
      ssr: '',
      opts: '{"value":true}',
      'await-children': '',
    },
  });
});

test('An island that another page fills in otherwise keeps its attributes', () => {
  const one = island('Bar', 'props="{&quot;text&quot;:1}"');
  const other = island('Bar', 'props="{&quot;text&quot;:2}"');
  const finisher = learned(one, other, one);
  assert.deepEqual(finisher.attributes, {});
  assert.match(finisher.finish(one), /props="{&quot;text&quot;:1}"/);
});

test('An island that loads by itself keeps its attributes', () => {
  const offered = island('Bar', 'props="{}"').replace('intent', 'offer');
  const finisher = learned(offered);
  assert.match(finisher.finish(offered), /component-url/);
});
