"""Which Python types can be written, and how? One file a family of types."""
