const shortest = 8

/** What is wrong with a new password and its repetition, before the server is asked. */
export function passwordProblem(password: string, again: string): 'MISMATCH' | 'PASSWORD_TOO_SHORT' | null {
  if (password !== again) return 'MISMATCH'
  // Counted in characters as the server does, not in UTF-16 units.
  return Array.from(password).length < shortest ? 'PASSWORD_TOO_SHORT' : null
}
