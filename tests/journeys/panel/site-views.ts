import type { Page } from 'playwright-core'
import { PASSWORD } from '../place.ts'
import { type Act, opening, openMenu, type PanelView, viewOf } from './open.ts'
import type { Site } from './site.ts'

const STEPS = ['name', 'domains', 'moderation', 'look', 'discussion']
const PAGES = ['stream', 'moderation', 'tech', 'organization', 'history', 'server']

/** Everything in the panel beside the moderation screen. */
export function siteViews(site: Site): readonly PanelView[] {
  const { admin, reader } = site
  const view = (name: string, path: string, drawn: string, act?: Act) => viewOf({ name, path, as: admin, drawn, act })
  return [
    viewOf({ name: 'sign-in', path: '/admin', drawn: 'main form' }),
    viewOf({ name: 'refused', path: '/admin', as: reader, drawn: 'main', status: 403 }),
    viewOf({ name: 'missing', path: '/admin/community/people/nobody', as: admin, drawn: 'main', status: 404 }),
    ...communityViews(view),
    ...discussionViews(site, view),
    ...STEPS.map(step => view(`set-up-${step}`, `/admin/setup/${step}`, '.set-up h1')),
    ...configureViews(view),
    view('plugins', '/admin/plugins', '.plugin'),
    view('plugin-settings', '/admin/plugins', '.plugin', async page => {
      await page.getByLabel('Name').fill('canal-weather')
      await page.locator('.plugin-settings').waitFor()
    }),
    view('dashboard', '/admin/dashboard', '.chart canvas', page => page.locator('.chart canvas').nth(2).waitFor()),
    view('dashboard-table', '/admin/dashboard', '.chart canvas', page =>
      page.getByText('Comments a day as a table').click(),
    ),
  ]
}

type Make = (name: string, path: string, drawn: string, act?: Act) => PanelView

function communityViews(view: Make): PanelView[] {
  const people = (name: string, act?: Act) => view(name, '/admin/community/people?value=ulrike', 'article.person', act)
  const menu = (page: Page) => openMenu(page.locator('article.person').first(), '.person-account')
  const choosing = (entry: RegExp) =>
    opening(async page => (await menu(page)).getByRole('button', { name: entry }).click())
  return [
    view('people', '/admin/community/people', 'article.person'),
    people('people-selected', async page => {
      await page.locator('article.person input[type=checkbox]').check()
      await page.locator('.selection').waitFor()
    }),
    people('people-decide', page => openMenu(page.locator('article.person').first(), '.person-menu')),
    people('people-account', menu),
    people('dialog-role', choosing(/role/)),
    people('dialog-sessions', choosing(/sessions/)),
    people('dialog-export', choosing(/data/)),
    people('dialog-erase', choosing(/^Delete/)),
    view('reported-names', '/admin/community/flagged', 'article.person', page =>
      page.getByText('What was chosen and decided before').click(),
    ),
    view(
      'dialog-reject-the-name',
      '/admin/community/flagged',
      'article.person',
      opening(page => page.getByRole('button', { name: 'Reject' }).first().click()),
    ),
    view('invitations', '/admin/community/invitations', '.row', page => page.getByText('Invite somebody').click()),
    view(
      'dialog-invite-again',
      '/admin/community/invitations',
      '.row',
      opening(page => page.getByRole('button', { name: 'Send another link' }).click()),
    ),
  ]
}

function discussionViews({ busy }: Site, view: Make): PanelView[] {
  return [
    view('discussions', '/admin/stories', '.row'),
    view('discussion', `/admin/stories/${busy.id}`, '.parts', async page => {
      await page.locator('.parts summary').click()
      await page.evaluate(() => scrollTo(0, 0))
    }),
    view('discussion-merge', `/admin/stories/${busy.id}`, '.parts', async page => {
      const merge = page.getByRole('region', { name: 'Merge into another discussion' })
      await merge.getByLabel('Words of a title').fill('bench')
      await merge.getByLabel('A new bench').check()
      await merge.locator('.preview').waitFor()
      await merge.evaluate(element => element.scrollIntoView())
    }),
  ]
}

function configureViews(view: Make): PanelView[] {
  return [
    ...PAGES.map(page =>
      view(`configure-${page}`, `/admin/configure/${page}`, '.configure-page :is(input, textarea, .change)'),
    ),
    view('configure-words', '/admin/configure/moderation', '.configure-page textarea', async page => {
      await page.getByLabel('Try the lists').fill('Forbid the boats, you rotten fool.')
      await page.locator('.tried mark').first().waitFor()
      await page.getByLabel('Try the lists').evaluate(element => element.scrollIntoView({ block: 'center' }))
    }),
    view('configure-changed', '/admin/configure/organization', '.configure-page input', async page => {
      await page.getByLabel('Name', { exact: true }).fill('The Canal Post')
      await page.getByLabel('E-mail address for questions').fill('nowhere')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.locator('.problem').first().waitFor()
    }),
    view(
      'dialog-password',
      '/admin/configure/tech',
      '.configure-page textarea',
      opening(async page => {
        await page.getByLabel('Permitted domains').fill('localhost\ncanal.example\nboats.example')
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await page.getByLabel('Your password').fill(PASSWORD)
      }),
    ),
  ]
}
