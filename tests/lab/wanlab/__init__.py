"""The long-fat network lab; ../run is its command."""
