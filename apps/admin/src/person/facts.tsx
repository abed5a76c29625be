import type { ComponentChildren } from 'preact'
import { useAdmin } from '../app/context.ts'
import { ROLE_NAMES } from '../community/roles.ts'
import { Timestamp } from '../kit/timestamp.tsx'
import { Karma } from '../moderate/labels.tsx'
import type { ReadPerson } from './person-states.tsx'

/** What is known of a user: the account, how much was written, and how it was decided. */
export function Facts({ person: { user, written, rejected, settings } }: { readonly person: ReadPerson }) {
  const { texts } = useAdmin()
  const [all, bad] = [written ?? 0, rejected ?? 0]
  const share = new Intl.NumberFormat(texts.lang, { style: 'percent' }).format(all === 0 ? 0 : bad / all)
  const providers = (user.profiles ?? []).flatMap(profile => profile?.provider ?? []).join(', ')
  return (
    <dl class="facts">
      <Fact name={texts.text('memberSince')}>
        <Timestamp time={user.created_at} />
      </Fact>
      <Fact name={texts.text('role')}>{texts.text(ROLE_NAMES[user.role ?? 'COMMENTER'])}</Fact>
      {user.email && <Fact name={texts.text('email')}>{user.email}</Fact>}
      {providers && <Fact name={texts.text('signsInBy')}>{providers}</Fact>}
      <Fact name={texts.text('commentsWritten')}>{texts.number(all)}</Fact>
      <Fact name={texts.text('commentsRejected')}>
        {texts.number(bad)} ({share})
      </Fact>
      <Fact name={texts.text('karma')}>
        {texts.number(user.reliable?.commenterKarma ?? 0)}{' '}
        <Karma reliable={user.reliable} thresholds={settings?.karmaThresholds ?? null} />
      </Fact>
      <Fact name={texts.text('id')}>
        <code>{user.id}</code>
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  )
}
