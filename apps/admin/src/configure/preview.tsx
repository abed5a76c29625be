import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { PreviewedDiscussions } from '../documents/generated.ts'
import { useQuery } from '../kit/use-query.ts'
import { settingsFormOf } from './form.ts'
import { Group } from './group.tsx'

/** A discussion in a frame, as readers see it with the settings that are saved. */
export function Preview() {
  const admin = useAdmin()
  const { state, texts } = admin
  const { stored } = settingsFormOf(admin).state.value
  const { data } = useQuery(PreviewedDiscussions, {})
  const [chosen, setChosen] = useState<string | null>(null)
  const discussions = data?.assets?.nodes ?? []
  const id = chosen ?? discussions[0]?.id
  return (
    <Group title={texts.text('preview')} about={texts.text('previewAbout')}>
      {id === undefined ? (
        <p class="soft">{texts.text(data ? 'noDiscussions' : 'reading')}</p>
      ) : (
        <>
          <label class="preview-choice">
            {texts.text('previewOf')}
            <select value={id} onChange={event => setChosen(event.currentTarget.value)}>
              {discussions.map(discussion => (
                <option key={discussion.id} value={discussion.id}>
                  {discussion.title ?? discussion.url}
                </option>
              ))}
            </select>
          </label>
          {/* Another key loads the frame again, with what was saved. */}
          <iframe
            key={`${id} ${JSON.stringify(stored)}`}
            class="preview"
            title={texts.text('preview')}
            loading="lazy"
            src={`${state.root}/embed/stream?asset_id=${encodeURIComponent(id)}`}
          />
        </>
      )}
    </Group>
  )
}
