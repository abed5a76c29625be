import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Need } from '../../test/needs.ts'
import { describeWith } from '../../test/needs.ts'
import type { Driver } from './drivers/driver.ts'
import { openPlace, PASSWORD, type Place, register, see } from './place.ts'

/** A browser in which the journeys are made. */
export interface Engine {
  readonly name: string
  readonly needs: readonly Need[]
  start(): Driver | Promise<Driver>
}

/** Opens a place before the tests of a group and closes it after them. */
export function journeysIn({ name, needs, start }: Engine, journeys: (place: () => Place) => void): void {
  describeWith(...needs)(`on a page of another site, in ${name}`, { timeout: 90_000 }, () => {
    let place: Place
    beforeAll(async () => {
      place = await openPlace(start)
    }, 60_000)
    afterAll(() => place?.[Symbol.asyncDispose]())
    journeys(() => place)
  })
}

/** The journeys that every browser makes. */
export function mainJourneys(place: () => Place): void {
  test('a newcomer registers in a window, posts, is still signed in after a reload, and edits', async () => {
    const visitor = await place().visitor()
    const tab = await visitor.open(place().post())
    await see(tab.comments, '.empty', 'There are no comments yet')
    await register(visitor, tab, 'newcomer')
    await tab.comments.fill('#write textarea', 'My first comment here')
    await tab.comments.click('#write button', 'Post')
    await see(tab.comments, '.comment .text', 'My first comment here')
    await tab.reload()
    await see(tab.comments, '.viewer', 'newcomer')
    await see(tab.comments, '.comment .author', 'newcomer')
    expect(await tab.comments.value('#write textarea')).toBe('')
    await tab.comments.fill('#write textarea', 'And a second one')
    await tab.comments.click('#write button', 'Post')
    await see(tab.comments, '#stream-title', '2 comments')
    await tab.comments.click('.comment .edit', 'Edit')
    await tab.comments.fill('.comment-form textarea', 'And a second one, now edited')
    await tab.comments.click('.comment-form button', 'Save')
    await see(tab.comments, '.comment .text', 'And a second one, now edited')
    await see(tab.comments, '.done-note', 'Your comment is changed')
  })

  test('on a site that cuts windows off from their openers, a newcomer registers and is still signed in', async () => {
    const visitor = await place().visitor()
    const post = place().post({ headers: { 'cross-origin-opener-policy': 'same-origin' } })
    const tab = await visitor.open(post)
    await register(visitor, tab, 'isolated')
    expect(await tab.address()).toBe(post)
    // Firefox tells its driver of no reload of such a page, so the page is opened once more.
    const again = await visitor.open(post)
    await see(again.comments, '.viewer', 'isolated')
  })

  test('a reader in a second browser sees a new comment without a reload', async () => {
    const post = place().post()
    const reader = await place().visitor()
    const writer = await place().visitor()
    const read = await reader.open(post)
    await see(read.comments, '.empty', 'There are no comments yet')
    const written = await writer.open(post)
    await register(writer, written, 'writer')
    await written.comments.fill('#write textarea', 'Can you see this?')
    await written.comments.click('#write button', 'Post')
    await read.comments.click('.new-comments', 'Show 1 new comment')
    await see(read.comments, '.comment .text', 'Can you see this?')
    await see(read.comments, '#stream-title', '1 comment')
  })

  test('a reader reports a comment, signs out, and is still signed out after a reload', async () => {
    const { platform, post } = place()
    const address = post()
    const asset = await platform.createAsset({ url: address })
    const { id } = await platform.createComment({ asset, body: 'Buy my book' })
    const visitor = await place().visitor()
    const tab = await visitor.open(address)
    await register(visitor, tab, 'leaver')
    await tab.comments.click('.comment .report', 'Report')
    await tab.comments.click('input[value=COMMENT_SPAM]')
    await tab.comments.click('.comment-form button', 'Send')
    await see(tab.comments, '.comment .reported', 'You reported this comment')
    expect(await platform.services.docstore.collection('comments').findOne({ id })).toMatchObject({
      action_counts: { flag: 1, flag_comment_spam: 1 },
    })
    await tab.comments.click('.viewer button', 'Sign out')
    await see(tab.comments, '.join', 'Sign in to join the discussion')
    await tab.reload()
    await see(tab.comments, '.join', 'Sign in to join the discussion')
    expect(await tab.comments.texts('.viewer bdi')).toEqual([])
  })

  test('with script off, a discussion is read and answered on the pages of the platform', async () => {
    const { platform, root } = place()
    const { user } = await platform.createUser()
    const asset = await platform.createAsset()
    await platform.createComment({ asset, body: 'Is it readable without script?' })
    const visitor = await place().visitor({ script: false })
    const tab = await visitor.open(`${root}/discussions/by-url?${new URLSearchParams({ asset_url: asset.url! })}`)
    await see(tab, '.comment .text', 'Is it readable without script?')
    expect(await tab.texts('.needs-script')).toEqual([])
    await tab.click('.comment a', 'Reply')
    await tab.click('.join a', 'Sign in')
    await tab.fill('#email', `${user.username}@test.example`)
    await tab.fill('#password', PASSWORD)
    await tab.click('main button', 'Sign in')
    await tab.fill('.composer textarea', 'It is, and here is an answer')
    await tab.click('.composer button', 'Reply')
    await see(tab, '.replies .text', 'It is, and here is an answer')
    await tab.goto(`${root}/discussions/${asset.id}`)
    await see(tab, '#stream-title', '2 comments')
  })

  test('a page whose address is not permitted says so in place of the comments', async () => {
    const visitor = await place().visitor()
    const tab = await visitor.open(place().post({ about: 'https://elsewhere.example/post' }))
    await see(tab.comments, '.box', 'There are no discussions here about pages of elsewhere.example')
  })
}
