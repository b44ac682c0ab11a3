import { createLink } from '@tanstack/react-router'
import { ButtonAnchor } from '~/ui/Button'

/** A link inside the site that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor)
