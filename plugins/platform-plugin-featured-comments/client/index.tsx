import {
  defineClientPlugin,
  type LivePage,
  MutationForm,
  type SlotProps,
  tagOf,
  useActions,
  useMenu,
  useTag,
  useText,
} from '@platform/client-sdk'

/** A featured comment is public. */
const tag = tagOf('FEATURED', { status: 'ACCEPTED' })

/** The entry of the moderators' menu. */
function Feature({ comment }: SlotProps['moderationActions']) {
  const text = useText()
  const menu = useMenu()
  const { notify } = useActions()
  const { isOn, mutation, change } = useTag(tag, comment)
  const choose = async () => {
    menu?.close()
    notify((await change(!isOn)) ?? text(isOn ? 'unfeatured' : 'featured'))
  }
  return (
    <MutationForm name={mutation} variables={{ id: comment.id }} onSend={() => void choose()}>
      <button type="submit" class="menu-entry">
        {text(isOn ? 'unfeature' : 'feature')}
      </button>
    </MutationForm>
  )
}

const follow = (field: 'commentFeatured' | 'commentUnfeatured') => ({
  document: `subscription ($asset: ID!) { ${field}(asset_id: $asset) { comment { id } } }`,
  heard: (data: Readonly<Record<string, Heard>>, { changeComment }: Pick<LivePage, 'changeComment'>) => {
    const comment = data[field]?.comment
    if (comment) changeComment(comment.id, tag.changed(field === 'commentFeatured'))
  },
})

/** What an event says. */
type Heard = { readonly comment: { readonly id: string } | null } | null

/** Featured comments: an entry for moderators, and the badge on the page of every reader at once. */
export default defineClientPlugin({
  slots: { moderationActions: Feature },
  mutations: tag.mutations,
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
