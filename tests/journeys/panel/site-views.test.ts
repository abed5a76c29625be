import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PATHS, viewAt } from '@platform/admin'
import { expect, test } from 'vitest'
import { everyView, panelViews } from './every-view.ts'
import type { Site } from './site.ts'
import { siteViews } from './site-views.ts'

everyView('every view of the panel beside the moderation screen', siteViews)

const SOURCES = fileURLToPath(new URL('../../../apps/admin/src', import.meta.url))
/** A dialog about a user is drawn for one of several decisions. */
const KINDS = /PersonDialogKind = ([^\n]*)/
const NO_SITE = { busy: { id: 'busy' }, quiet: { id: 'quiet' } } as Site
const views = panelViews(NO_SITE)

/** The view in which each dialog, menu, selection and folded part is open, by the file that draws it. */
const OPEN: Readonly<Record<string, string>> = {
  'app/header.tsx': 'account-menu',
  'app/keys-dialog.tsx': 'dialog-keys',
  'community/erase-dialog.tsx': 'dialog-erase',
  'community/export-dialog.tsx': 'dialog-export',
  'community/invite-again-dialog.tsx': 'dialog-invite-again',
  'community/invite-form.tsx': 'invitations',
  'community/name-history.tsx': 'reported-names',
  'community/people-selection.tsx': 'people-selected',
  'community/person-menu.tsx': 'people-account',
  'community/role-dialog.tsx': 'dialog-role',
  'community/sessions-dialog.tsx': 'dialog-sessions',
  'dashboard/day-charts.tsx': 'dashboard-table',
  'discussions/schedule-form.tsx': 'discussion',
  'kit/password-dialog.tsx': 'dialog-password',
  'moderate/card-menu.tsx': 'card-menu',
  'moderate/comment-search.tsx': 'queue-search',
  'moderate/conversation.tsx': 'dialog-conversation',
  'moderate/discussion-search.tsx': 'dialog-discussions',
  'moderate/reject-dialog.tsx': 'dialog-reject',
  'moderate/selection-bar.tsx': 'card-selected',
  'person/decide-menu.tsx': 'person-menu',
  'person/person-dialog.tsx': 'dialog-ban',
  'person/person-drawer.tsx': 'person',
  'plugins/plugin-card.tsx': 'plugin-settings',
}

test('every address of the panel is among these views', () => {
  const found = new Set(views.map(({ path }) => viewAt(path.replace(/^\/admin|\?.*$/g, '') || '/')?.name))
  expect(Object.keys(PATHS).filter(name => !found.has(name as keyof typeof PATHS))).toEqual([])
})

test('every step, page and part that a file lists is among these views', () => {
  const named = (file: string) =>
    [...readFileSync(`${SOURCES}/${file}`, 'utf8').matchAll(/^ {2}\{ name: '(\w+)'/gm)].map(([, name]) => name)
  for (const [file, start] of [
    ['setup/steps.tsx', 'setup'],
    ['configure/configure.tsx', 'configure'],
    ['community/community.tsx', 'community'],
  ] as const) {
    expect(named(file).length).toBeGreaterThan(2)
    for (const name of named(file)) expect(views.map(({ path }) => path)).toContain(`/admin/${start}/${name}`)
  }
})

test('every dialog, menu, selection and folded part is open in one of these views', () => {
  const drawing = globSync('**/*.tsx', { cwd: SOURCES }).filter(file =>
    /<(?:Dialog|Menu|details)\b|class="selection"/.test(readFileSync(`${SOURCES}/${file}`, 'utf8')),
  )
  expect(drawing.toSorted()).toEqual(Object.keys(OPEN))
  const names = views.map(({ name }) => name)
  const kinds = KINDS.exec(readFileSync(`${SOURCES}/person/standing.ts`, 'utf8'))?.[1]?.match(/[\w-]+/g) ?? []
  expect(kinds).toContain('suspend')
  expect(
    [...Object.values(OPEN), ...kinds.map(kind => `dialog-${kind}`)].filter(name => !names.includes(`panel-${name}`)),
  ).toEqual([])
})
