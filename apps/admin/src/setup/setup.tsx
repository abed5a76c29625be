import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { useAdmin } from '../app/context.ts'
import { settingsFormOf } from '../configure/form.ts'
import { useSaving } from '../configure/use-saving.tsx'
import { Failed } from '../kit/failed.tsx'
import { keepProgress, progress } from './progress.ts'
import { STEPS, type Step } from './steps.tsx'

/** `/admin/setup/:step?`: what a new site needs, one step on each screen. Without a step it goes on where one left. */
export function SetUp() {
  const admin = useAdmin()
  const { path, texts } = admin
  const { route } = useLocation()
  const { params } = useRoute()
  const form = settingsFormOf(admin)
  const at = STEPS.findIndex(({ name }) => name === params['step'])
  const step = STEPS[at]
  useEffect(() => void form.read(), [])
  useLayoutEffect(() => {
    if (step) return keepProgress({ step: step.name })
    const last = STEPS.find(({ name }) => name === progress.value.step) ?? STEPS[0]
    route(path(`/setup/${last?.name}`), true)
  }, [step])
  const { stored, unread } = form.state.value
  if (unread) return <Failed again={() => void form.read()} />
  if (!step || stored === null) return <p class="empty">{texts.text('reading')}</p>
  return <StepView key={step.name} step={step} at={at} />
}

/** A step, with the ways to those around it. Going on saves what is changed; leaving keeps it in the tab. */
function StepView({ step: { title, about, Content }, at }: { readonly step: Step; readonly at: number }) {
  const admin = useAdmin()
  const { path, texts } = admin
  const { route } = useLocation()
  const { errors, pending, saving } = settingsFormOf(admin).state.value
  const heading = useRef<HTMLHeadingElement>(null)
  const [before, next] = [STEPS[at - 1], STEPS[at + 1]]
  const goOn = () => {
    if (!next) keepProgress({ step: null })
    route(path(next ? `/setup/${next.name}` : '/moderate'))
  }
  const { save, asks, dialog } = useSaving(goOn)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div class="set-up configure-page">
      <p class="soft">{texts.text('stepOf', { step: at + 1, steps: STEPS.length })}</p>
      <h1 ref={heading} tabIndex={-1}>
        {texts.text(title)}
      </h1>
      <p class="hint">{texts.text(about)}</p>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (Object.keys(pending).length > 0) void save()
          else goOn()
        }}
      >
        <Content />
        {Object.keys(errors).length > 0 && !asks && (
          <p class="problem" role="alert">
            {errors['form'] ?? texts.text('notSaved')}
          </p>
        )}
        <footer class="form-foot">
          {before && (
            <a class="button" href={path(`/setup/${before.name}`)}>
              {texts.text('stepBack')}
            </a>
          )}
          <button type="submit" class="button primary" disabled={saving}>
            {texts.text(next ? 'goOn' : 'finish')}
          </button>
        </footer>
      </form>
      {dialog}
      <p class="hint">
        {texts.text('setUpLater')} <a href={path('/moderate')}>{texts.text('toModeration')}</a>
      </p>
    </div>
  )
}
