// A Bot API of Telegram with one bot, for the browser tests: `node telegram-server.mjs <port>`. Beside the bot's calls it
// answers `POST /write`, by which a test writes to the bot as a person does, and `GET /sent?chat=`, which lists what the bot
// has sent to a chat.
import { createServer } from 'node:http'

const updates = []
const sent = []
/** Those who wait for updates. */
const waiting = new Set()

const calls = {
  getMe: () => ({ id: 1, is_bot: true, username: 'tajmeea_e2e_bot' }),
  getUpdates: async ({ offset = 0, timeout = 0 }) => {
    const fresh = () => updates.filter(({ update_id }) => update_id >= offset)
    if (fresh().length === 0) {
      await new Promise((done) => {
        const timer = setTimeout(done, timeout * 1000)
        waiting.add(() => {
          clearTimeout(timer)
          done()
        })
      })
    }
    return fresh()
  },
  sendMessage: ({ chat_id, text }) => {
    sent.push({ chat: chat_id, text })
    return { message_id: sent.length }
  },
}

function write({ chat, language, text }) {
  const message = { chat: { id: chat, type: 'private' }, from: { language_code: language }, text }
  updates.push({ update_id: updates.length + 1, message })
  for (const wake of waiting) wake()
  waiting.clear()
}

async function answer(request) {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost')
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : {}
  if (pathname === '/write') return write(body) ?? {}
  if (pathname === '/sent') return sent.filter(({ chat }) => String(chat) === searchParams.get('chat'))
  const call = calls[pathname.split('/').at(-1)]
  return call ? { ok: true, result: await call(body) } : {}
}

const server = createServer((request, response) => {
  answer(request).then(
    (body) => response.end(JSON.stringify(body)),
    (error) => response.writeHead(400).end(String(error)),
  )
})
server.listen(Number(process.argv[2]), '127.0.0.1')
