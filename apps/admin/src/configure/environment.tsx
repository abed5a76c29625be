import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { Environment } from '../documents/generated.ts'
import type { EnvironmentQuery } from '../documents/types.ts'
import { Failed } from '../kit/failed.tsx'
import { useQuery } from '../kit/use-query.ts'
import { ConnectionTests } from './connection-tests.tsx'
import { Group } from './group.tsx'

type Variable = NonNullable<EnvironmentQuery['configuration']>[number]

const SOURCES = {
  ENVIRONMENT: 'fromEnvironment',
  DOTENV: 'fromDotenv',
  DEFAULT: 'fromDefault',
  DERIVED: 'fromOthers',
} as const

/** `/admin/configure/server`: what variables of the environment set, and tests of what they connect to. */
export function ServerPage() {
  const { texts } = useAdmin()
  const { data, failed, again } = useQuery(Environment, {})
  const [wanted, want] = useState('')
  const [onlySet, setOnlySet] = useState(false)
  const word = wanted.trim().toLowerCase()
  const shown = (data?.configuration ?? []).filter(
    ({ name, meaning, source }) =>
      `${name} ${meaning}`.toLowerCase().includes(word) &&
      (!onlySet || source === 'ENVIRONMENT' || source === 'DOTENV'),
  )
  const topics = Map.groupBy(shown, ({ topic }) => topic)
  return (
    <>
      <ConnectionTests />
      <Group title={texts.text('variables')} about={texts.text('variablesAbout')}>
        <div class="filters">
          <label>
            {texts.text('searchVariables')}
            <input type="search" value={wanted} onInput={event => want(event.currentTarget.value)} />
          </label>
          <label class="filter-switch">
            <input type="checkbox" checked={onlySet} onChange={event => setOnlySet(event.currentTarget.checked)} />
            {texts.text('onlySet')}
          </label>
        </div>
        {failed && <Failed again={again} />}
        <p class="soft" role="status">
          {data ? texts.counted('variableCount', shown.length) : texts.text('reading')}
        </p>
        {[...topics].map(([topic, variables]) => (
          <section key={topic} class="setting">
            <h4>{topic}</h4>
            <dl class="variables">
              {variables.map(variable => (
                <VariableRow key={variable.name} variable={variable} />
              ))}
            </dl>
          </section>
        ))}
      </Group>
    </>
  )
}

function VariableRow({ variable: { name, value, source, meaning } }: { readonly variable: Variable }) {
  const { texts } = useAdmin()
  return (
    <div>
      <dt>
        <code>{name}</code>
        <span class={`source source-${source.toLowerCase()}`}>{texts.text(SOURCES[source])}</span>
      </dt>
      <dd>
        <code>{value}</code>
      </dd>
      <dd class="hint">{meaning}</dd>
    </div>
  )
}
