import { defineClientPlugin, type PropsOf, useLang, useText } from '@platform/client-sdk'

/** The author, with what the fragment asks for. */
interface Author {
  readonly created_at?: string
}

function MemberSince({ comment }: PropsOf<'authorMenuInfos'>) {
  const text = useText()
  const lang = useLang()
  const since = (comment.user as Author | null)?.created_at
  if (since === undefined) return null
  const date = new Intl.DateTimeFormat(lang, { dateStyle: 'long' }).format(new Date(since))
  return <p class="menu-note">{text('since', { date })}</p>
}

export default defineClientPlugin({
  slots: {
    authorMenuInfos: {
      component: MemberSince,
      fragments: { comment: 'fragment MemberSince on Comment { user { id created_at } }' },
    },
  },
  translations: { en: { since: 'Member since {date}' }, de: { since: 'Mitglied seit {date}' } },
})
