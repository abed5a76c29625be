import { defineClientPlugin, type LivePage, MutationForm, type SlotProps, useActions } from '@platform/client-sdk'

const FIELDS = 'fragment Followed on Asset { isFollowed }'

/** Says whether the reader follows the discussion, and lets them follow it. */
function Follow({ asset, own }: SlotProps['stream']) {
  const { mutate, notify } = useActions()
  const follow = async (refuse: boolean) => {
    const { refused } = await mutate('follow', { id: asset.id, refuse })
    if (refused !== null) notify(refused)
  }
  return (
    <div class="follow">
      <span class="followed">{String(own?.['isFollowed'])}</span>
      <span class="rules">{rulesOf(asset)}</span>
      {[true, false].map(refuse => (
        <MutationForm
          key={refuse}
          name="follow"
          variables={{ id: asset.id, refuse }}
          onSend={() => void follow(refuse)}
          class={refuse ? 'refused' : 'done'}
        >
          <button type="submit">{refuse ? 'Follow in vain' : 'Follow'}</button>
        </MutationForm>
      ))}
    </div>
  )
}

const rulesOf = (asset: SlotProps['stream']['asset']) => (asset as { rules?: string | null }).rules

/** The rules of the discussion, which its moderators write. */
const Rules = ({ asset, own, updatePending }: SlotProps['streamSettings']) => (
  <label>
    Rules
    <input
      defaultValue={rulesOf(asset) ?? ''}
      data-followed={String(own?.['isFollowed'])}
      onInput={({ currentTarget }) => updatePending({ rules: currentTarget.value })}
    />
  </label>
)

const InPanel = ({ asset }: SlotProps['adminCommentInfoBar']) => (
  <span class="followed">{String((asset as { isFollowed?: boolean }).isFollowed)}</span>
)

const Limit = ({ settings }: SlotProps['adminModerationSettings']) => (
  <p class="follow-limit">{String(settings['followLimit'])}</p>
)

export default defineClientPlugin({
  slots: {
    stream: { component: Follow, fragments: { asset: FIELDS } },
    streamSettings: { component: Rules, fragments: { asset: 'fragment Rules on Asset { rules }' } },
    adminCommentInfoBar: { component: InPanel, fragments: { asset: FIELDS } },
    adminModerationSettings: {
      component: Limit,
      fragments: { settings: 'fragment Limited on Settings { followLimit }' },
    },
  },
  mutations: {
    follow: {
      document: 'mutation ($id: ID!, $refuse: Boolean!) { follow(id: $id, refuse: $refuse) { errors { message } } }',
      optimistic: (_variables, { changeAsset }: LivePage) =>
        changeAsset((_asset, own) => ({ own: { ...own, isFollowed: 'at once' } })),
      answered: (_data, { changeAsset }: LivePage) =>
        changeAsset((_asset, own) => ({ own: { ...own, isFollowed: true } })),
    },
  },
})
