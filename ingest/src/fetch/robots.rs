//! Rules of a host's robots.txt for our user agent.

use std::time::Duration;

use texting_robots::Robot;

/// Maximum number of bytes read from a robots.txt; the standard demands at least 500 KiB.
pub(super) const SIZE_LIMIT: u64 = 512 * 1024;
/// Maximum Crawl-delay that is obeyed; a longer one counts as this.
const MAX_DELAY: Duration = Duration::from_secs(60);

/// A host's rules for our user agent.
pub(super) enum Rules {
    /// There is no robots.txt: everything is allowed.
    None,
    Parsed(Box<Robot>),
}

impl Rules {
    /// Parses a robots.txt for the first word of our User-Agent (`Tajmeea` for `Tajmeea/0.1 (…)`).
    pub(super) fn parse(user_agent: &str, body: &[u8]) -> Rules {
        let name = user_agent.split(['/', ' ']).next().unwrap_or(user_agent);
        Robot::new(name, body).map_or(Rules::None, |robot| Rules::Parsed(Box::new(robot)))
    }

    pub(super) fn allow(&self, url: &url::Url) -> bool {
        match self {
            Rules::None => true,
            Rules::Parsed(robot) => robot.allowed(url.as_str()),
        }
    }

    /// Returns the addresses of the sitemaps that the file names.
    pub(super) fn sitemaps(&self) -> &[String] {
        match self {
            Rules::None => &[],
            Rules::Parsed(robot) => &robot.sitemaps,
        }
    }

    pub(super) fn delay(&self) -> Option<Duration> {
        match self {
            Rules::None => None,
            Rules::Parsed(robot) => robot
                .delay
                .map(f64::from)
                .filter(|seconds| seconds.is_finite() && *seconds > 0.0)
                .map(|seconds| Duration::from_secs_f64(seconds).min(MAX_DELAY)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(robots: &str, path: &str, allowed: bool) {
        let rules = Rules::parse("Tajmeea/0.1 (+https://example.com)", robots.as_bytes());
        let url = format!("https://shop.example{path}").parse().expect("an address");
        assert_eq!(rules.allow(&url), allowed, "{robots:?} {path}");
    }

    #[test]
    fn own_robots_rules_override_general_rules() {
        let robots = "User-agent: *\nDisallow: /\n\nUser-agent: tajmeea\nDisallow: /cart\nCrawl-delay: 2\n";
        check(robots, "/products.json", true);
        check(robots, "/cart/1", false);
        check("User-agent: *\nDisallow: /\n", "/products.json", false);
        check("", "/anything", true);
        check("<html>not a robots.txt</html>", "/anything", true);
    }

    #[test]
    fn crawl_delay_is_obeyed() {
        let rules = Rules::parse("Tajmeea/0.1", b"User-agent: *\nCrawl-delay: 2.5\n");
        assert_eq!(rules.delay(), Some(Duration::from_millis(2500)));
    }
}
