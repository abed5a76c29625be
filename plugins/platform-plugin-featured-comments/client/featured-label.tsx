import { type CommentTag, Dialog, type SlotProps, useActions, useTag, useText } from '@platform/client-sdk'
import { useState } from 'preact/hooks'

/** Among the labels of a comment in the admin panel: whether it is featured, and the way to change that. */
export function FeaturedLabel({ comment, tag }: SlotProps['adminCommentLabels'] & { readonly tag: CommentTag }) {
  const text = useText()
  const { notify } = useActions()
  const { isOn, change } = useTag(tag, comment)
  const [asks, setAsks] = useState(false)
  const choose = async () => {
    setAsks(false)
    notify((await change(!isOn)) ?? text(isOn ? 'unfeatured' : 'featured'))
  }
  return (
    <>
      <button
        type="button"
        class="label"
        aria-pressed={isOn}
        title={text(isOn ? 'unfeature' : 'feature')}
        onClick={() => (isOn ? void choose() : setAsks(true))}
      >
        {text(isOn ? 'tab' : 'feature')}
      </button>
      <Dialog open={asks} title={text('ask')} onClose={() => setAsks(false)}>
        <p>{text('askAbout')}</p>
        <p class="dialog-foot">
          <button type="button" class="button primary" onClick={() => void choose()}>
            {text('feature')}
          </button>
        </p>
      </Dialog>
    </>
  )
}
