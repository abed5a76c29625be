import type { TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { type Desk, openDesk } from './desk.ts'

const FLAG = 'mutation ($flag: CreateFlagInput!) { createFlag(flag: $flag) { errors { translation_key } } }'

describeWith(CHROMIUM)('the names that were reported, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let moderator: TestUser
  let reporter: TestUser
  beforeAll(async () => {
    visited = await startVisited()
    moderator = await visited.platform.createUser({ roles: ['MODERATOR'], username: 'mo' })
    reporter = await visited.platform.createUser({ username: 'attentive' })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  async function report(username: string, message: string) {
    const person = await visited.platform.createUser({ username })
    const flag = { item_id: person.user.id, item_type: 'USERS', reason: 'USERNAME_OFFENSIVE', message }
    await visited.platform.as(reporter).graphql(FLAG, { flag })
    return person
  }
  const row = (desk: Desk, name: string) => desk.page.getByRole('article', { name })
  const names = (desk: Desk) => desk.page.locator('.person h2').allTextContents()
  const statusOf = async ({ user }: TestUser) =>
    (await visited.platform.services.users.findById(user.id))?.status.username.status
  const open = () => openDesk(visited, moderator, '/admin/community/flagged')

  test('are shown with why, and with what was decided and written before', async () => {
    const person = await report('first_name', 'That is rude')
    const { platform } = visited
    const as = platform.as(moderator)
    const REJECT =
      'mutation ($id: ID!, $reason: String) { rejectUsername(id: $id, reason: $reason) { errors { translation_key } } }'
    await as.graphql(REJECT, { id: person.user.id, reason: 'Choose a kinder one' })
    await platform
      .as(person)
      .graphql(
        'mutation ($id: ID!) { changeUsername(id: $id, username: "second_name") { errors { translation_key } } }',
        {
          id: person.user.id,
        },
      )
    await using desk = await open()
    const second = row(desk, 'second_name')
    await second.getByText('Offensive').waitFor()
    await second.getByText('That is rude').waitFor()
    await second.getByText('attentive').waitFor()
    await second.getByText('What was chosen and decided before').click()
    const events = await second.locator('.events').textContent()
    expect(events).toContain('first_name was rejected by mo: Choose a kinder one')
    await second.getByRole('button', { name: 'Approve' }).click()
    await desk.page.getByText('The username second_name is approved.').waitFor()
    expect(await statusOf(person)).toBe('APPROVED')
    expect(visited.complaints).toEqual([])
  })

  test('are approved and rejected by keys alone, with a reason for the user', async () => {
    const bad = await report('bad_name', 'Look at it')
    const good = await report('good_name', 'A mistake')
    await using desk = await open()
    await row(desk, 'bad_name').waitFor()
    const { keyboard } = desk.page
    const [first] = await names(desk)
    expect(first).toBe('good_name')
    await keyboard.press('j')
    await keyboard.press('d')
    await desk.page.getByText('The username good_name is approved.').waitFor()
    expect(await statusOf(good)).toBe('APPROVED')
    await keyboard.press('j')
    await keyboard.press('f')
    await desk.page.getByLabel('Or in your own words').fill('It insults a neighbour')
    await keyboard.press('Tab')
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await desk.page.getByText('The username bad_name is rejected.').waitFor()
    expect(await statusOf(bad)).toBe('REJECTED')
    const { status } = (await visited.platform.services.users.findById(bad.user.id))!
    expect(status.username.history.at(-1)).toMatchObject({ status: 'REJECTED', message: 'It insults a neighbour' })
  })

  test('are rejected for a reason of the site, which is taken back as everywhere', async () => {
    const { services } = visited.platform
    await services.settings.update({ usernameRejectionReasons: ['It is a brand', 'It is a place'] })
    const person = await report('brand_name', 'An advert')
    await using desk = await open()
    await row(desk, 'brand_name').getByRole('button', { name: 'Reject' }).click()
    const dialog = desk.page.getByRole('dialog')
    await dialog.getByLabel('It is a place').check()
    await dialog.getByRole('button', { name: 'Reject the username' }).click()
    await desk.page.getByText('The username brand_name is rejected.').waitFor()
    const { status } = (await services.users.findById(person.user.id))!
    expect(status.username.history.at(-1)).toMatchObject({ status: 'REJECTED', message: 'It is a place' })
    await desk.page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => statusOf(person)).toBe('APPROVED')
  })

  test('are announced when they are reported meanwhile, and none moves that is read', async () => {
    await report('read_now', 'One')
    await using desk = await open()
    await row(desk, 'read_now').waitFor()
    const before = await names(desk)
    await report('comes_later', 'Two')
    const news = desk.page.getByRole('button', { name: 'Show 1 newly reported name' })
    await news.waitFor()
    expect(await names(desk)).toEqual(before)
    await news.click()
    await expect.poll(() => names(desk)).toEqual(['comes_later', ...before])
  })

  test('show what another moderator decides, and are counted', async () => {
    const person = await report('decided_elsewhere', 'Three')
    await using desk = await open()
    await row(desk, 'decided_elsewhere').waitFor()
    const count = async () => Number(await desk.page.locator('.sub-views .count').textContent())
    const before = await count()
    const other = await visited.platform.createUser({ roles: ['MODERATOR'] })
    await visited.platform
      .as(other)
      .graphql('mutation ($id: ID!) { approveUsername(id: $id) { errors { translation_key } } }', {
        id: person.user.id,
      })
    await row(desk, 'decided_elsewhere').getByRole('button', { name: 'Approved' }).waitFor()
    await expect.poll(count).toBe(before - 1)
  })
})
