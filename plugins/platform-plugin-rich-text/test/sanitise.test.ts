import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { describe, expect, test } from 'vitest'
import { plainText } from '../client/text/plain-text.ts'
import { sanitiseRichText } from '../server/hooks.ts'
import { HOSTILE } from './hostile.ts'

type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.ChildNode

const LINK = 'target="_blank" rel="nofollow ugc noopener"'

/** All nodes as a browser's own parser finds them. */
function nodesOf(html: string): Node[] {
  const below = (nodes: readonly Node[]): Node[] =>
    nodes.flatMap(node => [node, ...below('childNodes' in node ? node.childNodes : [])])
  return below(parseFragment(html).childNodes)
}
const elementsOf = (html: string) => nodesOf(html).filter((node): node is Element => 'tagName' in node)
const textOf = (html: string) =>
  nodesOf(html)
    .map(node => ('value' in node ? node.value : ''))
    .join('')

describe.each(HOSTILE.map((html, i) => ({ html, name: `${i}: ${JSON.stringify(html.slice(0, 60))}` })))(
  'hostile $name',
  ({ html }) => {
    const safe = sanitiseRichText(html)

    test('leaves nothing but what is allowed, for a browser as well', () => {
      for (const { tagName, attrs } of elementsOf(safe)) {
        expect(['b', 'i', 'blockquote', 'br', 'div', 'span', 'ul', 'ol', 'li', 'a']).toContain(tagName)
        const [href, ...others] = attrs
        if (tagName !== 'a') expect(attrs).toEqual([])
        else
          expect([href!.name, new URL(href!.value).protocol, others]).toEqual([
            'href',
            expect.stringMatching(/^https?:$/),
            [
              { name: 'target', value: '_blank' },
              { name: 'rel', value: 'nofollow ugc noopener' },
            ],
          ])
      }
      expect(nodesOf(safe).filter(node => node.nodeName === '#comment')).toEqual([])
    })

    test('is the same when it is cleaned again', () => {
      expect(sanitiseRichText(safe)).toBe(safe)
    })

    test('has a plain text that shows what a browser shows', () => {
      const bare = (text: string) => text.replace(/\s/g, '')
      // The marks of quotations are no text for a browser.
      expect(bare(plainText(safe).replace(/^(?:> ?)+/gm, ''))).toBe(bare(textOf(safe).replace(/^(?:> ?)+/gm, '')))
    })
  },
)

test.each<[what: string, html: string, safe: string, text: string]>([
  ['bold and italic', '<b>bold</b> and <i>italic</i>', '<b>bold</b> and <i>italic</i>', 'bold and italic'],
  [
    'their other names',
    '<strong>bold</strong> <em>italic</em><p>apart</p>',
    '<b>bold</b> <i>italic</i><div>apart</div>',
    'bold italic\napart',
  ],
  ['quotes', '<blockquote>quoted</blockquote>answer', '<blockquote>quoted</blockquote>answer', '> quoted\nanswer'],
  [
    'a quote of two paragraphs',
    '<blockquote><div>one</div><div><br></div><div>two</div></blockquote>',
    '<blockquote><div>one</div><div><br /></div><div>two</div></blockquote>',
    '> one\n>\n> two',
  ],
  [
    'lists',
    '<ul><li>one<ul><li>in one</li></ul></li><li><div>two</div><div>more</div></li></ul><ol><li>a</li><li>b</li></ol>c',
    '<ul><li>one<ul><li>in one</li></ul></li><li><div>two</div><div>more</div></li></ul><ol><li>a</li><li>b</li></ol>c',
    '- one\n  - in one\n- two\n  more\n1. a\n2. b\nc',
  ],
  [
    'a list without text',
    '<blockquote><br></blockquote><ul><li><br></li></ul>',
    '<blockquote><br /></blockquote><ul><li><br /></li></ul>',
    '',
  ],
  [
    'lines, as editors write them',
    'one<div>two</div><div><br></div><div>three</div>',
    'one<div>two</div><div><br /></div><div>three</div>',
    'one\ntwo\n\nthree',
  ],
  ['line breaks', 'one<br>two<br/>three', 'one<br />two<br />three', 'one\ntwo\nthree'],
  [
    'HTML that is laid out',
    '<div>\n  one\n</div>\n<div>\n  two\n</div>',
    '<div>\n  one\n</div>\n<div>\n  two\n</div>',
    'one\ntwo',
  ],
  ['a word in pieces', 'b<b>a</b><i></i><span>d</span>', 'b<b>a</b><i></i><span>d</span>', 'bad'],
  ['a word with a character that browsers skip', 'b\0a&#0;d', 'ba\uFFFDd', 'ba\uFFFDd'],
  ['characters of HTML', '1 &lt; 2 &amp; 3 &gt; 2 "x"', '1 &lt; 2 &amp; 3 &gt; 2 &quot;x&quot;', '1 < 2 & 3 > 2 "x"'],
  [
    'an address',
    'see https://example.com/a?b=1&amp;c=2.',
    `see <a href="https://example.com/a?b=1&amp;c=2" ${LINK}>https://example.com/a?b=1&amp;c=2</a>.`,
    'see https://example.com/a?b=1&c=2.',
  ],
  [
    "a link of the author's",
    '<a href="https://elsewhere.example">https://example.com</a>',
    `<a href="https://example.com/" ${LINK}>https://example.com</a>`,
    'https://example.com',
  ],
  [
    'an address that feigns a host',
    'https://good.example@evil.example',
    'https://good.example@evil.example',
    'https://good.example@evil.example',
  ],
  ['nothing to see', '<div><br></div>', '<div><br /></div>', ''],
])('%s', (_what, html, safe, text) => {
  expect([sanitiseRichText(html), plainText(sanitiseRichText(html))]).toEqual([safe, text])
})

test.each([
  '<b>',
  '<blockquote>',
  '<ul><li>',
  '<li>1',
  '<div>',
  '<a href="http://a.b">',
  '</b>',
  '<b',
  '&',
  '&#x',
  '[',
  '*',
  '`',
  '> ',
  '![](',
  'http://',
  '<!--',
  '<br>',
])('very many %s are cleaned in time that grows with their number [X07]', { timeout: 30_000 }, unit => {
  const cost = (length: number) =>
    Math.min(
      ...Array.from({ length: 3 }, () => {
        const html = unit.repeat(Math.floor(length / unit.length))
        const before = process.cpuUsage()
        expect(plainText(sanitiseRichText(html)).length).toBeLessThanOrEqual(html.length * 2)
        const { user, system } = process.cpuUsage(before)
        return (user + system) / 1_000
      }),
    )
  const short = cost(13_000)
  // Five times the length costs twenty-five times as much where it is quadratic.
  expect(cost(65_000)).toBeLessThan(12 * short + 60)
})
