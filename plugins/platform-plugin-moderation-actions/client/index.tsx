import {
  defineClientPlugin,
  Menu,
  type OpenMenu,
  type SlotProps,
  type SlotViewer,
  useActions,
  useText,
  useViewer,
} from '@platform/client-sdk'
import { type ComponentType, h } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import './moderation.css'

const moderates = (viewer: SlotViewer | null) => viewer?.role === 'ADMIN' || viewer?.role === 'MODERATOR'

interface LateProps extends Readonly<SlotProps['commentInfoBar']> {
  readonly menu: OpenMenu
}

/** The menu of a comment. Most readers are no moderators, so what it shows is loaded when one of them opens it. */
function Moderation(props: SlotProps['commentInfoBar']) {
  const text = useText()
  if (!moderates(useViewer())) return null
  return (
    <Menu label={<span aria-hidden="true">⋯</span>} title={text('moderate')} side="end" class="moderation-menu">
      {menu => <Decisions {...props} menu={menu} />}
    </Menu>
  )
}

function Decisions(props: LateProps) {
  const [loaded, setLoaded] = useState<{ readonly Content: ComponentType<LateProps> } | null>(null)
  const text = useText()
  useEffect(() => {
    void import('./decisions.tsx').then(({ Decisions: Content }) => setLoaded({ Content }))
  }, [])
  return loaded ? h(loaded.Content, props) : <p class="menu-note">{text('loading')}</p>
}

/** The place of a rejected comment, where a moderator can take the decision back. */
function Tombstone({ comment, action, sentence }: SlotProps['commentTombstone']) {
  const text = useText()
  const viewer = useViewer()
  const { mutate, notify } = useActions()
  const undo = async () => {
    const { refused } = await mutate('setStatus', { id: comment.id, status: 'ACCEPTED' })
    notify(refused ?? text('undone'))
  }
  return (
    <p class="tombstone">
      {sentence}{' '}
      {action === 'rejected' && moderates(viewer) && (
        <button type="button" class="action" onClick={() => void undo()}>
          {text('undo')}
        </button>
      )}
    </p>
  )
}

const REFUSAL = '{ errors { translation_key message } }'

export default defineClientPlugin({
  slots: {
    commentInfoBar: Moderation,
    commentTombstone: { component: Tombstone, isExcluded: ({ action }) => action !== 'rejected' },
  },
  draws: ['moderationActions'],
  mutations: {
    setStatus: {
      document: `mutation ($id: ID!, $status: COMMENT_STATUS!) { setCommentStatus(id: $id, status: $status) ${REFUSAL} }`,
    },
    ban: {
      document: `mutation ($id: ID!, $message: String!) { banUser(input: { id: $id, message: $message }) ${REFUSAL} }`,
    },
    suspend: {
      document: `mutation ($id: ID!, $message: String!, $until: Date!) {
        suspendUser(input: { id: $id, message: $message, until: $until }) ${REFUSAL}
      }`,
    },
  },
  translations: {
    en: {
      moderate: 'Moderate this comment',
      loading: 'One moment …',
      approve: 'Approve',
      approved: 'Approved',
      reject: 'Reject',
      rejected: 'The comment was rejected',
      undo: 'Undo',
      undone: 'The comment is public again',
      ban: 'Ban {name}',
      banned: '{name} is banned, and the comment was rejected',
      banMessage: 'You have been banned from commenting, because your comments broke our rules.',
      suspend: 'Suspend {name}',
      suspended: '{name} is suspended until {time}, and the comment was rejected',
      suspendMessage: 'You cannot comment for some time, because your comment broke our rules.',
      mail: 'The mail to {name}; empty for no mail',
      until: 'For how long',
      hours: '{count} hours',
      hour: 'One hour',
      days: '{count} days',
      cancel: 'Cancel',
    },
    de: {
      moderate: 'Diesen Kommentar moderieren',
      loading: 'Einen Moment …',
      approve: 'Freigeben',
      approved: 'Freigegeben',
      reject: 'Ablehnen',
      rejected: 'Der Kommentar wurde abgelehnt',
      undo: 'Rückgängig',
      undone: 'Der Kommentar ist wieder öffentlich',
      ban: '{name} sperren',
      banned: '{name} ist gesperrt, und der Kommentar wurde abgelehnt',
      banMessage: 'Sie können nicht mehr kommentieren, weil Ihre Kommentare gegen unsere Regeln verstoßen haben.',
      suspend: '{name} zeitweise sperren',
      suspended: '{name} ist bis {time} gesperrt, und der Kommentar wurde abgelehnt',
      suspendMessage: 'Sie können eine Zeit lang nicht kommentieren, weil Ihr Kommentar gegen unsere Regeln verstößt.',
      mail: 'Die Mail an {name}; leer für keine Mail',
      until: 'Wie lange',
      hours: '{count} Stunden',
      hour: 'Eine Stunde',
      days: '{count} Tage',
      cancel: 'Abbrechen',
    },
  },
})
