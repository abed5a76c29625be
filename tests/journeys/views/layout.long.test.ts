import { expect, test } from 'vitest'
import { CHROMIUM } from '../../../apps/server/test/pages/chromium.ts'
import { describeWith } from '../../../test/needs.ts'
import { openLayout } from './layout.ts'

describeWith(CHROMIUM)('the layout', { timeout: 180_000 }, () => {
  test.each([
    ['whose texts are 40 % longer', 'de'],
    ['from right to left, whose texts are as long', 'he'],
  ])('holds on views that a reader has done something on, in a language %s', async (_language, lang) => {
    await using layout = await openLayout()
    const prepared = layout.gallery.views.filter(({ prepare }) => prepare)
    expect(prepared.length).toBeGreaterThan(20)
    expect(await layout.misfitsOf(prepared, { lang })).toEqual({})
  })
})
