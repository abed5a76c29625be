import type { StoredDocument } from '@platform/client-kit'
import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { refusalIn, UNREACHABLE } from '../browser/graph.ts'
import { SignInProviders, TestCaptcha, TestMail, TestProvider } from '../documents/generated.ts'
import { refusalText } from '../kit/refusal-text.ts'
import { useQuery } from '../kit/use-query.ts'
import { Group } from './group.tsx'

/** What a test found. */
interface Found {
  readonly works: boolean
  readonly message: string
}

/** Tries what the server connects to, with what the environment sets. */
export function ConnectionTests() {
  const { texts } = useAdmin()
  const { data } = useQuery(SignInProviders, {})
  const providers = (data?.signInProviders ?? []).filter(({ testable }) => testable)
  return (
    <Group title={texts.text('connections')} about={texts.text('connectionsAbout')}>
      <ConnectionTest title={texts.text('mailServer')} hint={texts.text('mailServerHint')} document={TestMail} />
      <ConnectionTest title={texts.text('captcha')} hint={texts.text('captchaHint')} document={TestCaptcha} />
      {providers.map(({ name, callback }) => (
        <ConnectionTest
          key={name}
          title={texts.text('provider', { name })}
          hint={texts.text('providerHint', { callback })}
          document={TestProvider}
          variables={{ name }}
        />
      ))}
    </Group>
  )
}

interface ConnectionTestProps<Variables> {
  readonly title: string
  readonly hint: string
  readonly document: StoredDocument<Readonly<Record<string, { readonly result: Found | null }>>, Variables>
  readonly variables?: Variables
}

function ConnectionTest<Variables>({ title, hint, document, variables }: ConnectionTestProps<Variables>) {
  const { graph, texts } = useAdmin()
  const [found, setFound] = useState<Found | 'waits' | null>(null)
  const run = async () => {
    setFound('waits')
    const answer = await graph.ask(document, variables ?? ({} as Variables)).catch(() => null)
    const result = Object.values(answer?.data ?? {})[0]?.result
    const refusal = (answer && refusalIn(answer)) ?? UNREACHABLE
    setFound(result ?? { works: false, message: refusalText(texts, refusal) })
  }
  return (
    <div class="connection">
      <p>
        <strong>{title}</strong> <span class="hint">{hint}</span>
      </p>
      <button
        type="button"
        class="button"
        aria-label={texts.text('testOf', { name: title })}
        disabled={found === 'waits'}
        onClick={() => void run()}
      >
        {texts.text('test')}
      </button>
      <p role="status" class="connection-result">
        {found === 'waits' && texts.text('reading')}
        {found && found !== 'waits' && (
          <span class={found.works ? 'works' : 'problem'}>
            {texts.text(found.works ? 'works' : 'worksNot')} {found.message}
          </span>
        )}
      </p>
    </div>
  )
}
