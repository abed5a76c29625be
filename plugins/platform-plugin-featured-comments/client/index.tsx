import {
  type CommentChange,
  defineClientPlugin,
  type SlotComment,
  type SlotProps,
  useActions,
  useMenu,
  useText,
} from '@platform/client-sdk'

const TAG = 'FEATURED'
const isFeatured = ({ tags }: SlotComment) => (tags ?? []).some(({ tag }) => tag.name === TAG)

/** Puts the tag on a comment, or takes it away, without asking the server. A featured comment is public. */
const tagged =
  (on: boolean): CommentChange =>
  comment => {
    const others = (comment.tags ?? []).filter(({ tag }) => tag.name !== TAG)
    return {
      comment: { tags: on ? [...others, { tag: { name: TAG } }] : others, ...(on ? { status: 'ACCEPTED' } : {}) },
    }
  }

/** The entry of the moderators' menu. */
function Feature({ comment }: SlotProps['moderationActions']) {
  const text = useText()
  const menu = useMenu()
  const { changeComment, mutate, notify } = useActions()
  const on = isFeatured(comment)
  const change = async () => {
    changeComment(comment.id, tagged(!on))
    menu?.close()
    const { refused } = await mutate(on ? 'unfeature' : 'feature', { id: comment.id })
    if (refused !== null) changeComment(comment.id, tagged(on))
    notify(refused ?? text(on ? 'unfeatured' : 'featured'))
  }
  return (
    <button type="button" class="menu-entry" onClick={() => void change()}>
      {text(on ? 'unfeature' : 'feature')}
    </button>
  )
}

const mutation = (field: 'addTag' | 'removeTag') => ({
  document: `mutation ($id: ID!) {
    ${field}(tag: { name: "${TAG}", id: $id, item_type: COMMENTS }) { errors { translation_key message } }
  }`,
})
const follow = (field: 'commentFeatured' | 'commentUnfeatured') => ({
  document: `subscription ($asset: ID!) { ${field}(asset_id: $asset) { comment { id } } }`,
  heard: (
    data: Readonly<Record<string, Heard>>,
    { changeComment }: { changeComment(id: string, c: CommentChange): void },
  ) => {
    const comment = data[field]?.comment
    if (comment) changeComment(comment.id, tagged(field === 'commentFeatured'))
  },
})

/** What an event says. */
type Heard = { readonly comment: { readonly id: string } | null } | null

/** Featured comments: an entry for moderators, and the badge on the page of every reader at once. */
export default defineClientPlugin({
  slots: { moderationActions: Feature },
  mutations: { feature: mutation('addTag'), unfeature: mutation('removeTag') },
  subscriptions: { featured: follow('commentFeatured'), unfeatured: follow('commentUnfeatured') },
  translations: {
    en: {
      feature: 'Feature',
      unfeature: 'No longer feature',
      featured: 'The comment is featured',
      unfeatured: 'The comment is no longer featured',
    },
    de: {
      feature: 'Empfehlen',
      unfeature: 'Nicht mehr empfehlen',
      featured: 'Der Kommentar ist empfohlen',
      unfeatured: 'Der Kommentar ist nicht mehr empfohlen',
    },
  },
})
