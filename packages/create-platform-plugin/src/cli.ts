import { relative } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { createPlugin, type PluginDraft } from './create-plugin.ts'
import { CreatePluginError } from './create-plugin-error.ts'

const USAGE = `create-platform-plugin <name> [options]

  --directory <path>      the folder of the plugin (default: a folder with its name)
  --description <text>    one line about the plugin
  --no-client             writes no part for the browser
  --no-server             writes no part for the server
  --yes                   asks no questions
  --help

Without a name the command asks for it, in a terminal only.
`
const EXIT = { ok: 0, usage: 64 } as const

/** The streams that the command reads from and writes to. */
export interface Terminal {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly stdout: NodeJS.WritableStream
  readonly stderr: NodeJS.WritableStream
}

/** Runs the command. @returns its exit code. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const {
      values,
      positionals: [name],
    } = parse(args)
    if (values.help) {
      terminal.stdout.write(USAGE)
      return EXIT.ok
    }
    const { client, server, directory: given, description } = values
    const draft = {
      client,
      server,
      ...(given === undefined ? {} : { directory: given }),
      ...(description === undefined ? {} : { description }),
    }
    if (name === undefined && (values.yes || !terminal.stdin.isTTY))
      return refuse(terminal, `Say what it is called.\n\n${USAGE}`, EXIT.usage)
    const { directory, inWorkspace } = await createPlugin(
      name === undefined ? await ask(draft, terminal) : { ...draft, name },
    )
    const folder = relative(process.cwd(), directory) || '.'
    terminal.stdout.write(
      `${folder} is written.\n\nNext: cd ${folder}\n      ${inWorkspace ? 'pnpm test' : 'npm install && npm test\n      npm run dev'}\n`,
    )
    return EXIT.ok
  } catch (error) {
    if (error instanceof CreatePluginError) return refuse(terminal, `${error.message}\n`, error.exitCode)
    if ((error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS'))
      return refuse(terminal, `${(error as Error).message}\n\n${USAGE}`, EXIT.usage)
    throw error
  }
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    allowNegative: true,
    options: {
      directory: { type: 'string' },
      description: { type: 'string' },
      client: { type: 'boolean', default: true },
      server: { type: 'boolean', default: true },
      yes: { type: 'boolean', short: 'y', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
}

async function ask(draft: Omit<PluginDraft, 'name'>, { stdin, stdout }: Terminal): Promise<PluginDraft> {
  const questions = createInterface({ input: stdin, output: stdout })
  try {
    const name = (await questions.question('What is it called? ')).trim()
    const description = draft.description ?? (await questions.question('What does it do, in one line? ')).trim()
    return { ...draft, name, description }
  } finally {
    questions.close()
  }
}

function refuse({ stderr }: Terminal, message: string, code: number): number {
  stderr.write(message)
  return code
}
