import { listAddress } from './addresses.ts'
import { BranchItem } from './branches.tsx'
import { useStream } from './context.ts'
import type { StreamState } from './state.ts'

/** The comment that the address names, below the comments that it answers. */
export function FocusView({ focus }: { focus: NonNullable<StreamState['focus']> }) {
  const { state, texts, thread } = useStream()
  const chain = [...focus.above.map(({ id }) => id), focus.branch.id]
  return (
    <section class="focus" aria-label={texts.text('oneComment')}>
      <p class="focus-head">
        {texts.text('oneComment')} <a href={listAddress(state, {})}>{texts.text('allComments')}</a>
      </p>
      <ol class="comments">
        {chain.map((id, depth) => (
          <BranchItem key={id} node={thread.node(id)} depth={Math.min(depth, state.site.levels)} />
        ))}
      </ol>
    </section>
  )
}
