import {
  defineClientPlugin,
  type LivePage,
  MutationForm,
  type PropsOf,
  type SlotProps,
  useActions,
} from '@platform/client-sdk'

const Shown = ({ config }: PropsOf<'stream'>) => <p class="configured">{JSON.stringify(config)}</p>

function Pin({ comment, own }: SlotProps['commentActions']) {
  const { emit, mutate, notify } = useActions()
  const pin = async (refuse: boolean) => {
    const { refused } = await mutate('pin', { id: comment.id, refuse })
    if (refused !== null) notify(refused)
    emit('pinned', { comment_id: comment.id, done: refused === null, text: comment.body })
  }
  return (
    <>
      {[true, false].map(refuse => (
        <MutationForm
          key={refuse}
          name="pin"
          variables={{ id: comment.id, refuse }}
          onSend={() => void pin(refuse)}
          class={refuse ? 'refused' : 'done'}
        >
          <button type="submit">{refuse ? 'Pin in vain' : 'Pin'}</button>
        </MutationForm>
      ))}
      <span class="pin">{String(own?.['mark'])}</span>
      <span class="pinned">{comment.tags?.map(({ tag }) => tag.name).join(' ')}</span>
    </>
  )
}

const pinned = (tags: readonly string[]) => ({ comment: { tags: tags.map(name => ({ tag: { name } })) } })

export default defineClientPlugin({
  slots: {
    stream: Shown,
    commentActions: Pin,
    streamTabs: () => 'Pins',
    streamTabPanes: () => <p class="pins">pins</p>,
  },
  own: { Comment: 'fragment Mark on Comment { mark }' },
  mutations: {
    pin: {
      document: 'mutation ($id: ID!, $refuse: Boolean!) { pin(id: $id, refuse: $refuse) { by errors { message } } }',
      optimistic: ({ id }: { readonly id: string }, { changeComment }: LivePage) =>
        changeComment(id, () => pinned(['GUESSED'])),
      answered: ({ pin: { by } }: { readonly pin: { readonly by: string } }, { changeComment }: LivePage) =>
        changeComment(by, () => pinned(['PINNED'])),
    },
  },
  tabs: { streamTabs: 'pins' },
  config: { color: { default: 'red', values: ['red', 'blue'] }, limit: { default: 5, min: 1, max: 9 } },
  queues: { pinned: { name: 'pinned', icon: 'M4 12h16', statuses: ['ACCEPTED'], tags: ['PINNED'] } },
  translations: { en: { pinned: 'Pinned' } },
})
