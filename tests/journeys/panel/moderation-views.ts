import type { Page } from 'playwright-core'
import { type Act, opening, openMenu, type PanelView, viewOf } from './open.ts'
import { AUTHOR, REPORTED, type Site } from './site.ts'

const QUEUES = ['new', 'premod', 'reported', 'approved', 'rejected', 'all', 'featured']

/** The moderation screen: its queues, the card of a comment, and what opens beside and above it. */
export function moderationViews({ admin, busy, quiet }: Site): readonly PanelView[] {
  const view = (name: string, act?: Act, path = `/admin/moderate/reported/${busy.id}`, drawn = 'article.card') =>
    viewOf({ name, path, as: admin, drawn, act })
  return [
    ...QUEUES.map(queue => view(`queue-${queue}`, undefined, `/admin/moderate/${queue}`, 'article.card, .empty')),
    view('queue-empty', undefined, `/admin/moderate/rejected/${quiet.id}`, '.empty'),
    view(
      'queue-of-no-discussion',
      page => page.getByText('There is no discussion at this address').waitFor(),
      '/admin/moderate/new/4be2a1c6-6b0e-4f0a-8f39-0d6d3b1f6f10',
      '.empty',
    ),
    view('queue-search', async page => {
      await page.keyboard.press('/')
      await page.getByLabel('Words in the comments').fill('boats')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'End the search' }).waitFor()
    }),
    view('card-details', page => card(page).getByRole('button', { name: 'Details' }).click()),
    view('card-menu', page => openMenu(card(page), '.card-menu')),
    view('card-selected', async page => {
      await card(page).getByRole('checkbox').check()
      await page.locator('.selection').waitFor()
    }),
    view('card-single', async page => {
      await page.keyboard.press('j')
      await page.keyboard.press('z')
      await page.getByRole('button', { name: 'Show all' }).waitFor()
    }),
    view('dialog-reject', choosing('Reject with a reason …')),
    view('dialog-ban', choosing(/^Ban/)),
    view('dialog-suspend', choosing(/^Suspend/)),
    view('dialog-reject-written', choosing(/ wrote …$/)),
    view('dialog-reject-name', choosing(/^Reject the username/)),
    view(
      'dialog-conversation',
      opening(async page => {
        await card(page).getByRole('button', { name: 'Conversation' }).click()
        await page.locator('.said').first().waitFor()
      }),
    ),
    view(
      'dialog-discussions',
      opening(async page => {
        await page.keyboard.press('Control+f')
        await page.locator('.found li').first().waitFor()
      }),
    ),
    view(
      'dialog-keys',
      opening(page => page.keyboard.press('?')),
    ),
    view('account-menu', page => openMenu(page.locator('.panel-header'), '.account-menu')),
    ...['All', 'Rejected', 'History', 'Notes'].map(tab =>
      view(
        tab === 'All' ? 'person' : `person-${tab.toLowerCase()}`,
        opening(async page => {
          await openPerson(page)
          await page.getByRole('tab', { name: tab }).click()
          await page.locator('#person-pane > *').first().waitFor()
        }),
      ),
    ),
    view('person-menu', async page => {
      await openPerson(page)
      await openMenu(page.getByRole('dialog'), '.person-menu')
    }),
  ]
}

const card = (page: Page) => page.locator('article.card').filter({ hasText: REPORTED })

async function openPerson(page: Page): Promise<void> {
  await card(page).locator('.author').click()
  await page.getByRole('dialog', { name: AUTHOR }).getByRole('tab').first().waitFor()
}

/** Opens the dialog of an entry in the menu of the card. */
const choosing = (entry: string | RegExp) =>
  opening(async page => (await openMenu(card(page), '.card-menu')).getByRole('button', { name: entry }).click())
