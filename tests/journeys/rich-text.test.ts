import type { Comment } from '@platform/plugin-sdk'
import { loadStreamBuild, withParts } from '@platform/stream'
import richText from 'platform-plugin-rich-text'
import { expect, test } from 'vitest'
import { CHROMIUM } from '../../apps/server/test/pages/chromium.ts'
import { describeWith } from '../../test/needs.ts'
import { startChromium } from './drivers/chromium.ts'
import { FIREFOX, startFirefox } from './drivers/firefox.ts'
import { startWebkit, WEBKIT } from './drivers/webkit.ts'
import { openPlace, register, see } from './place.ts'

const ENGINES = [
  { name: 'Chromium', needs: [CHROMIUM], start: startChromium },
  { name: 'Firefox', needs: [FIREFOX], start: startFirefox },
  { name: 'WebKit', needs: WEBKIT, start: startWebkit },
]

for (const { name, needs, start } of ENGINES)
  describeWith(...needs)(`the editor on a page of another site, in ${name}`, { timeout: 90_000 }, () => {
    test('takes the place of the plain field, makes a list of its words, shows it and posts it', async () => {
      const streamBuild = withParts(await loadStreamBuild(), ['platform-plugin-rich-text'])
      await using place = await openPlace(start, { plugins: [richText], streamBuild })
      const visitor = await place.visitor()
      const tab = await visitor.open(place.post())
      await register(visitor, tab, 'author')
      await tab.comments.click('#write textarea')
      await tab.comments.fill('#write [role=textbox]', 'Loud and clear')
      await tab.comments.click('.rich-tool.list')
      await see(tab.comments, '#write [role=textbox] li', 'Loud and clear')
      await tab.comments.click('#write button', 'Preview')
      await see(tab.comments, '.rich-preview li', 'Loud and clear')
      await tab.comments.click('#write button', 'Preview')
      await tab.comments.click('#write button', 'Post')
      await see(tab.comments, '.comment .text.rich li', 'Loud and clear')
      const [comment] = await place.platform.services.docstore.collection<Comment>('comments').find({}).toArray()
      expect(comment).toMatchObject({
        body: '- Loud and clear',
        metadata: { richTextBody: '<ul><li>Loud and clear</li></ul>' },
      })
    })
  })
