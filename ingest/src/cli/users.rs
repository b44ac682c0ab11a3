use clap::Subcommand;

/// `ingest user …`
#[derive(Debug, Subcommand)]
pub enum UserCommand {
    /// Create an administrator; the command asks for the name and the password.
    CreateAdmin {
        #[arg(long)]
        email: String,
        /// The name in the audit log. The command asks for it, but not with --password-stdin: then it is "Admin".
        #[arg(long)]
        name: Option<String>,
        /// Read the password from the first line of standard input.
        #[arg(long)]
        password_stdin: bool,
    },
    /// The second factor (two-step sign-in) of a user.
    #[command(subcommand)]
    SecondFactor(SecondFactorCommand),
}

/// `ingest user second-factor …`
#[derive(Debug, Subcommand)]
pub enum SecondFactorCommand {
    /// Show whether a user signs in with a second factor, how many passkeys there are, and how many recovery codes are left.
    Show { email: String },
    /// Remove the app and the passkeys of a user who lost them and the recovery codes. Be sure who asks for it.
    ///
    /// The user's sessions end, and a mail tells the user. The audit log names the change.
    Remove { email: String },
}
