import { defineClientPlugin, type PropsOf, useActions, useMenu, useText, useViewer } from '@platform/client-sdk'
import { useState } from 'preact/hooks'
import { Ignored } from './ignored.tsx'

/** The entry of the menu. Nobody ignores themselves; who is not signed in signs in first. */
function Ignore({ comment }: PropsOf<'authorMenuActions'>) {
  const text = useText()
  const viewer = useViewer()
  const menu = useMenu()
  const { signIn } = useActions()
  const { user } = comment
  if (!user || viewer?.id === user.id) return null
  return (
    <button type="button" class="menu-entry" onClick={() => (viewer ? menu?.show('ignoreUserConfirmation') : signIn())}>
      {text('ignore')}
    </button>
  )
}

/** The question before an author is ignored. */
function Confirmation({ comment }: PropsOf<'ignoreUserConfirmation'>) {
  const text = useText()
  const menu = useMenu()
  const { mutate, notify, refresh } = useActions()
  const [refused, setRefused] = useState<string | null>(null)
  const { user } = comment
  if (!user) return null
  const name = user.username ?? ''
  const ignore = async (button: HTMLElement) => {
    const comment = button.closest('article')
    const answer = await mutate('ignore', { id: user.id })
    if (answer.refused !== null) return setRefused(answer.refused)
    menu?.close()
    await refresh()
    // The menu goes with the name of the author, and the focus would be lost with it.
    comment?.focus({ preventScroll: true })
    notify(text('ignored', { name }))
  }
  return (
    <fieldset class="menu-question" aria-label={text('ignore')}>
      <p>{text('question', { name })}</p>
      {refused !== null && <p role="alert">{refused}</p>}
      <p class="buttons">
        <button
          type="button"
          class="button"
          ref={button => button?.focus()}
          onClick={({ currentTarget }) => void ignore(currentTarget)}
        >
          {text('ignore')}
        </button>{' '}
        <button type="button" class="action" onClick={() => menu?.show(null)}>
          {text('cancel')}
        </button>
      </p>
    </fieldset>
  )
}

export default defineClientPlugin({
  slots: {
    authorMenuActions: Ignore,
    ignoreUserConfirmation: Confirmation,
    profileSettings: Ignored,
  },
  own: { RootQuery: 'fragment IgnoredUsers on RootQuery { me { id ignoredUsers { id username } } }' },
  mutations: {
    ignore: { document: 'mutation ($id: ID!) { ignoreUser(id: $id) { errors { translation_key message } } }' },
    stop: { document: 'mutation ($id: ID!) { stopIgnoringUser(id: $id) { errors { translation_key message } } }' },
  },
  translations: {
    en: {
      ignore: 'Ignore',
      cancel: 'Cancel',
      question: 'Hide all comments by {name} from you? You can stop that at any time.',
      ignored: 'You no longer see comments by {name}',
      list: 'Ignored users',
      nobody: 'You ignore nobody.',
      stop: 'Stop ignoring',
      stopFor: 'Stop ignoring {name}',
      stopped: 'You see comments by {name} again',
    },
    de: {
      ignore: 'Ignorieren',
      cancel: 'Abbrechen',
      question: 'Alle Kommentare von {name} für Sie ausblenden? Das lässt sich jederzeit beenden.',
      ignored: 'Sie sehen keine Kommentare von {name} mehr',
      list: 'Ignorierte',
      nobody: 'Sie ignorieren niemanden.',
      stop: 'Nicht mehr ignorieren',
      stopFor: '{name} nicht mehr ignorieren',
      stopped: 'Sie sehen die Kommentare von {name} wieder',
    },
  },
})
