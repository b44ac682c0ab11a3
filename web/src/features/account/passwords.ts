const shortest = 8

/** Returns the problem of a new password and its repetition, before a request is sent; null when there is none. */
export function passwordProblem(password: string, again: string): 'MISMATCH' | 'PASSWORD_TOO_SHORT' | null {
  if (password !== again) return 'MISMATCH'
  // Counted in characters as the server does, not in UTF-16 units.
  return Array.from(password).length < shortest ? 'PASSWORD_TOO_SHORT' : null
}
