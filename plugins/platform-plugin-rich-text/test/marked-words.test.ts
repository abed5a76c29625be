import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import { processorTimeOf } from '../../../test/processor-time.ts'
import { createMarking } from '../client/admin/marked-words.tsx'
import { RichText } from '../client/rich-text.tsx'

/** What moderators see of a text, with one banned word and one suspect phrase. */
const shown = (html: string) =>
  renderToString(h(RichText, { html, marking: createMarking(['bad', 'c++'], ['odd thing', 'Bad']) })).replace(
    /^<div class="text rich" dir="auto">(.*)<\/div>$/,
    '$1',
  )

test.each([
  ['a banned word in any case', 'so BAD', 'so <mark class="banned">BAD</mark>'],
  ['a suspect phrase', 'an odd.  thing', 'an <mark class="suspect">odd.  thing</mark>'],
  [
    'a word in pieces',
    'b<b>a</b>d',
    '<mark class="banned">b</mark><b><mark class="banned">a</mark></b><mark class="banned">d</mark>',
  ],
  ['no part of a longer word', 'badge and forbad', 'badge and forbad'],
  ['no word that goes on in another line', '<div>b</div><div>ad</div>', '<div>b</div><div>ad</div>'],
  ['a word with an unseen character', 'b\u200Bad', '<mark class="banned">b\u200Bad</mark>'],
  ['a word with signs', 'C++ it is', '<mark class="banned">C++</mark> it is'],
])('marks %s', (_what, html, marked) => {
  expect(shown(html)).toBe(marked)
})

test.each([
  ['a phrase with signs between its letters', ['f * * k'], `f${'*'.repeat(50_000)}`],
  ['a phrase of signs alone', ['- - - - x'], '- '.repeat(25_000)],
  ['a long phrase', ['a '.repeat(50)], 'a '.repeat(25_000)],
  ['characters that nobody sees', ['bad'], `b${'\u200B'.repeat(50_000)}`],
])('a text made for %s is marked at once [E02]', async (_what, phrases, text) => {
  const mark = () => renderToString(h(RichText, { html: text, marking: createMarking(phrases, phrases) }))
  expect(await processorTimeOf(mark)).toBeLessThan(2_000)
})
