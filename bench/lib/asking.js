// Many clients in a process of their own: each sends one request after another, whatever is answered.
import { once } from 'node:events'
import process from 'node:process'

const [{ url, requests, clients }] = await once(process, 'message')

async function ask(first) {
  for (let next = first; ; next++) {
    const { path, ...options } = requests[next % requests.length]
    // A text that was looked for before would be found in what is kept.
    const body = options.body?.replaceAll('NEW', `new ${first} ${next}`)
    await fetch(url + path, { ...options, body }).then(
      answer => answer.text(),
      () => {},
    )
  }
}

for (let client = 0; client < clients; client++) void ask(client)
process.send({})
