import type { ComponentType } from 'preact'
import { useAdmin } from '../app/context.ts'
import { Line, Switch } from '../configure/fields/fields.tsx'
import { Lines } from '../configure/fields/lines.tsx'
import type { AdminTextName } from '../texts/en.ts'
import { FirstPage } from './first-page.tsx'
import { ThemeChoice } from './theme.tsx'

/** One screen of the set-up. */
export interface Step {
  /** Its name in addresses. */
  readonly name: string
  readonly title: AdminTextName
  readonly about: AdminTextName
  readonly Content: ComponentType
}

/** The steps in their order. What they set is in the configuration, too. */
export const STEPS: readonly Step[] = [
  { name: 'name', title: 'setUpName', about: 'setUpNameAbout', Content: Name },
  { name: 'domains', title: 'setUpDomains', about: 'setUpDomainsAbout', Content: Domains },
  { name: 'moderation', title: 'setUpModeration', about: 'setUpModerationAbout', Content: Moderation },
  { name: 'look', title: 'setUpLook', about: 'setUpLookAbout', Content: Look },
  { name: 'discussion', title: 'setUpDiscussion', about: 'setUpDiscussionAbout', Content: FirstPage },
]

function Name() {
  return (
    <>
      <Line name="organizationName" autoComplete="organization" />
      <Line name="organizationContactEmail" type="email" autoComplete="email" />
    </>
  )
}

function Domains() {
  return <Lines name="domains.whitelist" rows={4} />
}

function Moderation() {
  const { texts } = useAdmin()
  return (
    <>
      <Switch name="moderation" on="PRE" off="POST" />
      <Switch name="premodLinksEnable" />
      <Switch name="requireEmailConfirmation" />
      <p class="hint">{texts.text('setUpWordLists')}</p>
    </>
  )
}

function Look() {
  return (
    <>
      <ThemeChoice />
      <Line name="customCssUrl" type="url" />
    </>
  )
}
