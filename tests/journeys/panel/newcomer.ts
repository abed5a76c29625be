import type { Comment } from '@platform/plugin-sdk'
import { expect, test } from 'vitest'
import { describeWith } from '../../../test/needs.ts'
import { PATIENCE, type Tab } from '../drivers/driver.ts'
import type { Engine } from '../main-journeys.ts'
import { openPlace, PASSWORD, type Place, register, see } from '../place.ts'
import { hundredTexts, lettersOf } from './hundred-texts.ts'
import { type Choice, moderateByKeys, type Pace } from './moderate-by-keys.ts'
import { ban, changeWords, closeDiscussion } from './panel-journeys.ts'

interface Circumstances {
  readonly engine: Engine
  readonly pace: Pace
  readonly timeout: number
}

/** Tests the way of a newcomer from an empty server to a site that is moderated. */
export function newcomerJourney(title: string, { engine, pace, timeout }: Circumstances): void {
  describeWith(...engine.needs)(`a newcomer, in ${engine.name}`, { timeout }, () => {
    test(title, async () => {
      await using place = await openPlace(engine.start, { isNew: true })
      const { blog, platform, root } = place
      const address = blog.put('/first', pageWith(''))
      const tab = await (await place.visitor()).open(
        `${root}/admin/install#token=${await platform.services.setupToken.issue()}`,
      )
      blog.put('/first', pageWith(await setUp(tab, address)))

      const reading = await place.visitor()
      const read = await reading.open(address)
      await register(reading, read, 'firstreader')
      const texts = await hundredTexts()
      await read.comments.fill('#write textarea', texts[0]!)
      await read.comments.click('#write button', 'Post')
      await see(read.comments, '#write .outcome', 'waits for a moderator')
      const asset = (await platform.services.assets.findByUrl(address))!
      const readers = await Promise.all(Array.from({ length: 9 }, () => platform.createUser()))
      for (const [at, body] of texts.slice(1).entries())
        await platform.createComment({ asset, author: readers[at % readers.length]!, body })

      const made = await moderateHundred(place, tab, { texts, pace })
      const approved = [...made.values()].filter(choice => choice === 'ACCEPTED').length
      await read.reload()
      await see(read.comments, '#stream-title', `${approved} comments`)

      await tab.goto(`${root}/admin/moderate/approved`)
      await see(tab, 'article.card .author', '')
      const [username = ''] = await tab.texts('article.card .author')
      await ban(place, tab, username)
      await tab.goto(`${root}/admin/configure/moderation`)
      await changeWords(tab, 'rotten fool')
      await read.comments.fill('#write textarea', 'What a rotten fool')
      await read.comments.click('#write button', 'Post')
      await see(read.comments, '#write .outcome', 'breaks a rule of this site')
      await closeDiscussion(place, tab, asset)
      await see(read.comments, '#write, .box, .notice', 'This discussion is closed')
    })
  })
}

/** The page of the site, with the lines that the set-up gave. */
const pageWith = (lines: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>The first page</title><h1>The first page</h1>${lines}`

/** Makes the first account and goes through every step of the set-up. @returns the lines to copy into the page */
async function setUp(tab: Tab, address: string): Promise<string> {
  const goOn = () => tab.click('.set-up button', 'Continue')
  await tab.fill('#email', 'chief@canal.example')
  await tab.fill('#username', 'chief')
  await tab.fill('#password', PASSWORD)
  await tab.press('Enter')
  await see(tab, 'h1', 'What is your site called?')
  await tab.fill('#setting-organizationName', 'The Canal Post')
  await goOn()
  await see(tab, 'h1', 'On which hosts are your pages?')
  await tab.fill('#setting-domains-whitelist', '127.0.0.1\nlocalhost')
  await goOn()
  await tab.fill('dialog input[type=password]', PASSWORD)
  await tab.press('Enter')
  await see(tab, 'h1', 'When do comments appear?')
  await tab.click('#setting-moderation')
  await goOn()
  await see(tab, 'h1', 'How do the comments look?')
  await goOn()
  await see(tab, 'h1', 'The first page with comments')
  await tab.fill('.set-up input[type=url]', address)
  await tab.click('.set-up button', 'Open its discussion')
  await see(tab, '.set-up a', address)
  const lines = await tab.value('#embed-code')
  await tab.click('.set-up button', 'Finish')
  await see(tab, '.queues a[aria-current]', 'Waiting')
  return lines!
}

/** Works through all comments by keys, and holds what is stored and counted to what was chosen. */
async function moderateHundred(
  { platform, root }: Place,
  tab: Tab,
  { texts, pace }: { readonly texts: readonly string[]; readonly pace: Pace },
): Promise<ReadonlyMap<string, Choice>> {
  await tab.goto(`${root}/admin/moderate`)
  await see(tab, '.queues a[aria-current] .count', String(texts.length))
  const rejected = new Set(texts.filter((_, at) => at % 4 === 1).map(lettersOf))
  const began = performance.now()
  const choose = (text: string) => (rejected.has(lettersOf(text)) ? 'REJECTED' : 'ACCEPTED')
  const made = await moderateByKeys(tab, { count: texts.length, choose, pace })
  const seconds = (performance.now() - began) / 1_000
  const words = texts.join(' ').split(/\s+/).length
  console.log(
    `${texts.length} comments of ${words} words moderated by keys in ${seconds.toFixed(1)} s, ${inWords(pace)}`,
  )
  expect(seconds).toBeLessThan(600)
  expect([...made.keys()].toSorted()).toEqual(texts.map(lettersOf).toSorted())
  const stored = platform.services.docstore.collection<Comment>('comments')
  const decided = async () =>
    (await stored.find({}).toArray()).map(({ body, status, status_history: history }) => [
      lettersOf(body ?? ''),
      status,
      history.filter(({ assigned_by: by }) => by !== null).length,
    ])
  const expected = [...made].map(([letters, choice]) => [letters, choice, 1])
  await expect.poll(async () => (await decided()).toSorted(), { timeout: PATIENCE }).toEqual(expected.toSorted())
  for (const [queue, count] of [
    ['Waiting', 0],
    ['Approved', texts.length - rejected.size],
    ['Rejected', rejected.size],
    ['All', texts.length],
  ] as const)
    await see(tab, '.queues a', `${queue}\n${count}`)
  return made
}

const inWords = ({ words, key }: Pace) =>
  key === 0 ? 'without any time to read' : `at ${words} words a minute and ${key} ms a key`
