use clap::{Subcommand, ValueEnum};
use domain::store::manufacturers::ManufacturerState;

/// Default number of listed manufacturers.
const LISTED: u32 = 100;

/// `ingest manufacturers …`
#[derive(Debug, Subcommand)]
pub enum ManufacturersCommand {
    /// List the manufacturers that the built-in table does not know, those with the most offers first.
    List {
        /// Only in this state.
        #[arg(long)]
        state: Option<ManufacturerStateName>,
        /// At most this many.
        #[arg(long, value_name = "N", default_value_t = LISTED)]
        limit: u32,
    },
    /// Confirm that a name is a manufacturer.
    Confirm { name: String },
    /// Declare a name an alias of a manufacturer: its offers and pages move to that manufacturer.
    Alias { name: String, of: String },
    /// Declare that a name is not a manufacturer's, such as the retailer's own name: no offer gets it again.
    Refuse { name: String },
}

/// A state, as typed on the command line.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum ManufacturerStateName {
    Unconfirmed,
    Confirmed,
    Alias,
    Refused,
}

impl From<ManufacturerStateName> for ManufacturerState {
    fn from(name: ManufacturerStateName) -> Self {
        match name {
            ManufacturerStateName::Unconfirmed => Self::Unconfirmed,
            ManufacturerStateName::Confirmed => Self::Confirmed,
            ManufacturerStateName::Alias => Self::Alias,
            ManufacturerStateName::Refused => Self::Refused,
        }
    }
}
