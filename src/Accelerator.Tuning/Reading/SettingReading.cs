namespace Accelerator.Tuning.Reading;

/// <summary>The result of reading a setting. A value that could not be read is reported as such, and never guessed.</summary>
public abstract record SettingReading
{
    private SettingReading()
    {
    }

    /// <summary>The value; null if none is known.</summary>
    public virtual string? Value => null;

    /// <summary>Returns the reading for a table.</summary>
    public abstract override string ToString();

    /// <summary>The setting has a value.</summary>
    /// <param name="Text">A word of the catalogue, digits, or <c>code N</c> for a number that the catalogue does not contain.</param>
    public sealed record Known(string Text) : SettingReading
    {
        public override string Value => Text;

        public override string ToString() => Text;
    }

    /// <summary>The place exists and is empty: Windows, or the driver, uses its default. A rollback can restore this state.</summary>
    /// <param name="Default">The driver's default, if it reports one.</param>
    public sealed record Absent(string? Default = null) : SettingReading
    {
        public override string? Value => Default;

        public override string ToString() => Default is null ? "absent" : $"absent, so {Default}";
    }

    /// <summary>A group policy overrides the setting; other values written for it have no effect.</summary>
    /// <param name="Text">The value that the policy imposes, as far as it is known.</param>
    /// <param name="Source">Where the policy was found.</param>
    public sealed record ByPolicy(string Text, string Source) : SettingReading
    {
        public override string ToString() => $"{Text} by group policy";
    }

    /// <summary>The setting could not be read: its value is not known, and does not count as a difference.</summary>
    /// <param name="Reason">The reason, as part of a sentence.</param>
    public sealed record Unknown(string Reason) : SettingReading
    {
        /// <summary>The reading after a store could not be accessed.</summary>
        /// <param name="error">The exception of the registry or the file.</param>
        public static Unknown Of(Exception error) =>
            new(error is UnauthorizedAccessException ? "access was denied" : "an I/O error occurred");

        public override string ToString() => $"unknown ({Reason})";
    }

    /// <summary>The system shows the value and accepts no other here, as Linux in a network namespace.</summary>
    /// <param name="Text">The value.</param>
    public sealed record Fixed(string Text) : SettingReading
    {
        public override string Value => Text;

        public override string ToString() => $"{Text}, read-only";
    }

    /// <summary>This Windows, or this adapter, has no such setting.</summary>
    public sealed record Unsupported : SettingReading
    {
        public override string ToString() => "not supported";
    }
}
