import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { accountAddress } from '../thread/addresses.ts'
import { type Changed, type Profiling, useStream } from '../thread/context.ts'
import { plainClick } from '../thread/plain-click.ts'
import type { OwnProfile, ProfileAround } from './around.ts'

interface SettingsProps {
  readonly user: OwnProfile
  readonly around: ProfileAround
}

/**
 * What readers change about their account: here where that is safe in a frame, and otherwise on the pages of the
 * account, which ask for the password. Without script everything is on those pages.
 */
export function Settings({ user, around }: SettingsProps) {
  const { state } = useStream()
  const { texts } = around
  const local = user.profiles?.find(profile => profile?.provider === 'local')
  const email = user.email ?? ''
  const isConfirmed = local !== undefined && local !== null && 'confirmedAt' in local && local.confirmedAt !== null
  return (
    <div class="profile-settings">
      <ul>
        <Name user={user} around={around} />
        <Setting label={texts.text('settingEmail')}>
          {local ? (
            <>
              <bdi>{isConfirmed ? email : texts.text('settingUnconfirmed', { email })}</bdi>
              <Elsewhere page="account/email" text={texts.text('settingChange')} />
            </>
          ) : (
            <>
              <span>{texts.text('settingNoEmail')}</span>
              {state.site.offers.includes('emailAccounts') && (
                <Elsewhere page="account/password" text={texts.text('settingAddEmail')} />
              )}
            </>
          )}
        </Setting>
        {local && (
          <Setting label={texts.text('settingPassword')}>
            <Elsewhere page="account/password" text={texts.text('settingChange')} />
          </Setting>
        )}
        {user.avatar !== null && (
          <Setting label={texts.text('settingPicture')}>
            <Change
              page="account/avatar"
              text={texts.text('settingRemovePicture')}
              done={texts.text('settingPictureRemoved')}
              run={profiling => profiling.removePicture()}
            />
          </Setting>
        )}
        <Setting label={texts.text('settingSessions')}>
          <Elsewhere page="account/sessions" text={texts.text('settingSignOutEverywhere')} />
        </Setting>
        {user.role === 'ADMIN' && (
          <Setting label={texts.text('settingTokens')}>
            <Elsewhere page="account/tokens" text={texts.text('settingTokensSee')} />
          </Setting>
        )}
        <Setting label={texts.text('settingMore')}>
          <Elsewhere page="account" text={texts.text('settingAll')} />
        </Setting>
      </ul>
      {around.slot('profileSettings', { root: around.slotRoot })}
      {around.slot('notificationSettings', { root: around.slotRoot, disabled: !isConfirmed })}
    </div>
  )
}

function Setting({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <li>
      <h3>{label}</h3>
      <div class="profile-meta">{children}</div>
    </li>
  )
}

/** A link to a page of the account. From a frame it opens a window, because the page is not for frames. */
function Elsewhere({ page, text }: { readonly page: string; readonly text: string }) {
  const { state } = useStream()
  const framed = state.place !== 'page'
  return (
    <a href={accountAddress(state, page)} target={framed ? '_blank' : undefined} rel={framed ? 'noopener' : undefined}>
      {text}
    </a>
  )
}

interface ChangeProps {
  /** The page for it, while there is no script. */
  readonly page: string
  readonly text: string
  /** What is said once it is done. */
  readonly done: string
  run(profiling: Profiling): Promise<Changed>
}

/** Something that is done here. */
function Change({ page, text, done, run }: ChangeProps) {
  const { actions, announcement, state, told } = useStream()
  const [problem, setProblem] = useState<string | null>(null)
  const act = async () => {
    const profiling = await actions?.profiling()
    const answer = profiling && (await run(profiling))
    setProblem(answer?.done === false ? answer.message : null)
    if (!answer?.done) return
    announcement.value = done
    told.value = done
  }
  return (
    <>
      <a
        class="action"
        href={accountAddress(state, page)}
        target={state.place === 'page' ? undefined : '_blank'}
        onClick={plainClick(() => void act())}
      >
        {text}
      </a>
      {problem !== null && (
        <p class="setting-problem" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}

const DAY = 24 * 60 * 60_000

/** When something is possible again, `days` after a time; `null` when it is possible now. */
function againFrom(time: string | null | undefined, days: number, now: number): Date | null {
  if (!time) return null
  const from = Date.parse(time) + days * DAY
  return from > now ? new Date(from) : null
}

/** A day, in UTC as the server draws it. */
const dayIn = (lang: string, time: Date) =>
  new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(time)

const NAME_NOTES = {
  UNSET: 'settingNameUnset',
  REJECTED: 'settingNameRejected',
  CHANGED: 'settingNameWaits',
} as const

function Name({ user, around: { texts } }: SettingsProps) {
  const { actions, forms, now, state } = useStream()
  const [open, setOpen] = useState<string | null>(null)
  const { status = 'SET', history = null } = user.state?.status?.username ?? {}
  const note = status === 'UNSET' || status === 'REJECTED' || status === 'CHANGED' ? NAME_NOTES[status] : null
  const from = note === null ? againFrom(history?.at(-1)?.created_at, 14, now.value) : null
  const Form = forms.value?.name
  // The form of the name that was changed by it is closed.
  const isOpen = open === `${user.username} ${status}`
  return (
    <Setting label={texts.text('settingName')}>
      <bdi>{user.username}</bdi>
      <span class="profile-note">
        {from
          ? texts.text('settingNameFrom', { date: dayIn(texts.lang, from) })
          : texts.text(note ?? 'settingNameOnce')}
      </span>
      {status === 'CHANGED' || from ? null : isOpen && Form ? (
        <Form />
      ) : (
        <a
          class="action"
          href={accountAddress(state, 'account/username')}
          target={state.place === 'page' ? undefined : '_blank'}
          onClick={plainClick(() => {
            void actions?.changes().then(() => setOpen(`${user.username} ${status}`))
          })}
        >
          {texts.text('settingChange')}
        </a>
      )}
    </Setting>
  )
}
