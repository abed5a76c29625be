import { Avatar } from '@platform/client-kit'
import type { ComponentChildren } from 'preact'
import type { OwnProfile, ProfileAround } from './around.ts'

/** Whose profile it is. Plugins can take the place of the name and the address. */
export function OwnHead({ user, around }: { readonly user: OwnProfile; readonly around: ProfileAround }) {
  const { id, username, email } = user
  const props = { root: around.slotRoot, id, username, emailAddress: email }
  return (
    <>
      <Head user={user} around={around}>
        {around.slot('profileHeader', props, {
          otherwise: (
            <>
              <bdi class="profile-name">{username}</bdi>
              {email !== null && <bdi class="profile-note">{email}</bdi>}
            </>
          ),
        })}
      </Head>
      {around.slot('profileSections', { root: around.slotRoot })}
    </>
  )
}

interface Shown {
  readonly username: string
  readonly avatar: string | null
  readonly created_at: string
}

/** The picture of a user, what is `children`, and since when they are here. */
export function Head({
  user: { username, avatar, created_at: created },
  around: { picture, texts },
  children,
}: {
  readonly user: Shown
  readonly around: ProfileAround
  readonly children: ComponentChildren
}) {
  // In UTC, as the server draws it, so that the date does not change when the browser takes over.
  const date = new Intl.DateTimeFormat(texts.lang, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(created))
  return (
    <header class="profile-head">
      <Avatar name={username} picture={picture(avatar)} />
      <div class="profile-who">
        {children}
        <span class="profile-note">{texts.text('memberSince', { date })}</span>
      </div>
    </header>
  )
}
