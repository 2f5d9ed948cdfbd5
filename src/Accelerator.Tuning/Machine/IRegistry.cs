namespace Accelerator.Tuning.Machine;

/// <summary>What tuning needs of the registry, below one hive. Tests give it another root.</summary>
public interface IRegistry
{
    /// <summary>A value as text: REG_SZ as it is, REG_DWORD in digits; null where the key or the value is absent.</summary>
    /// <exception cref="UnauthorizedAccessException">It may not be read.</exception>
    string? Read(string key, string name);

    /// <summary>Whether a key is there.</summary>
    bool HasKey(string key);

    /// <summary>The names of a key's subkeys; none where the key is absent.</summary>
    IReadOnlyList<string> Subkeys(string key);

    /// <summary>The names of a key's values; none where the key is absent.</summary>
    /// <exception cref="UnauthorizedAccessException">It may not be read.</exception>
    IReadOnlyList<string> Names(string key);

    /// <summary>Writes a REG_DWORD, and makes the key where it is absent.</summary>
    /// <exception cref="UnauthorizedAccessException">It may not be written.</exception>
    void SetNumber(string key, string name, uint value);

    /// <summary>Writes a REG_SZ, and makes the key where it is absent.</summary>
    /// <exception cref="UnauthorizedAccessException">It may not be written.</exception>
    void SetText(string key, string name, string value);

    /// <summary>Deletes a value; nothing where it is absent.</summary>
    /// <exception cref="UnauthorizedAccessException">It may not be written.</exception>
    void Delete(string key, string name);
}
