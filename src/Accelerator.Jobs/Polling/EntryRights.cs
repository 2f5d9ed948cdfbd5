namespace Accelerator.Jobs.Polling;

/// <summary>Whether a listing says that nobody may read a file: servers and producers mark so what is still being written.</summary>
internal static class EntryRights
{
    /// <summary>False only where the listing says so.</summary>
    /// <param name="permissions">In the server's words: <c>-rw-r--r--</c>, <c>0644</c>, <c>adfr</c>; null where they are not told.</param>
    public static bool MayBeRead(string? permissions) => permissions switch
    {
        null or "" => true,
        "----------" => false,
        _ when permissions.All(char.IsAsciiDigit) => permissions.Any(digit => digit != '0'),
        // The perm fact of RFC 3659, section 7.5.5: a file without r cannot be fetched by this user.
        _ when permissions.All(letter => "acdeflmprwACDEFLMPRW".Contains(letter, StringComparison.Ordinal)) => permissions.Contains('r', StringComparison.OrdinalIgnoreCase),
        _ => true,
    };
}
