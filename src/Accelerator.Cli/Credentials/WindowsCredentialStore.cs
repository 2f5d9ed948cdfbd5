using System.ComponentModel;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Accelerator.Engine.Sites;
using Accelerator.Ftp;

namespace Accelerator.Cli.Credentials;

/// <summary>
/// The Windows Credential Manager: generic credentials named <c>Accelerator:ftp://user@host:port</c>, stored on this computer. A password
/// is stored as UTF-16, so that one edited in the control panel is read as it was typed.
/// </summary>
[SupportedOSPlatform("windows")]
internal sealed partial class WindowsCredentialStore : ICredentialStore
{
    private const uint Generic = 1;
    private const uint LocalMachine = 2;
    private const int NotFound = 1168;

    /// <inheritdoc/>
    public CredentialStoreKind Kind => CredentialStoreKind.Manager;

    /// <inheritdoc/>
    public string WhereIs(SiteKey login) => "Windows' Credential Manager";

    /// <inheritdoc/>
    public unsafe (IReadOnlyList<SiteKey> Logins, IReadOnlyList<string> Problems) List()
    {
        if (!CredEnumerate(WindowsCredentialNames.All, 0, out var count, out var list))
            return Marshal.GetLastPInvokeError() is NotFound ? ([], []) : throw Failed("list the logins", Marshal.GetLastPInvokeError());
        try
        {
            var (logins, problems) = (new List<SiteKey>(), new List<string>());
            foreach (var credential in new ReadOnlySpan<nint>(list, (int)count))
            {
                if (((Credential*)credential)->Type != Generic) continue;
                var name = new string(((Credential*)credential)->TargetName);
                if (WindowsCredentialNames.LoginOf(name) is { } login) logins.Add(login);
                else
                    problems.Add($"The Credential Manager's entry {SafeText.Escape(name)} is not used: "
                        + "it was not created by ftpx. Remove it in the Windows Control Panel.");
            }
            return (logins, problems);
        }
        finally
        {
            CredFree(list);
        }
    }

    /// <inheritdoc/>
    public unsafe string? Read(SiteKey login)
    {
        if (!CredRead(WindowsCredentialNames.TargetOf(login), Generic, 0, out var credential))
            return Marshal.GetLastPInvokeError() is NotFound
                ? null : throw Failed($"read the login of {login}", Marshal.GetLastPInvokeError());
        try
        {
            // UTF-16 has two bytes per character; another program that wrote this entry may use another encoding.
            if (credential->BlobSize % 2 != 0)
                throw new CredentialStoreException(
                    $"The Credential Manager's login of {login} is ignored, because it was not created by ftpx. "
                        + "Store it again with ftpx credential set.");
            return new string(new ReadOnlySpan<char>(credential->Blob, checked((int)(credential->BlobSize / 2))));
        }
        finally
        {
            new Span<byte>(credential->Blob, (int)credential->BlobSize).Clear();
            CredFree(credential);
        }
    }

    /// <inheritdoc/>
    public Task WriteAsync(SiteKey login, string password, CancellationToken cancellationToken)
    {
        Write(login, password);
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public Task<bool> RemoveAsync(SiteKey login, CancellationToken cancellationToken)
    {
        if (CredDelete(WindowsCredentialNames.TargetOf(login), Generic, 0)) return Task.FromResult(true);
        return Marshal.GetLastPInvokeError() is NotFound
            ? Task.FromResult(false) : throw Failed($"delete the login of {login}", Marshal.GetLastPInvokeError());
    }

    private static unsafe void Write(SiteKey login, string password)
    {
        fixed (char* target = WindowsCredentialNames.TargetOf(login), user = login.User ?? "", blob = password)
        {
            var credential = new Credential
            {
                Type = Generic,
                Persist = LocalMachine,
                TargetName = target,
                UserName = user,
                BlobSize = (uint)password.Length * 2,
                Blob = blob,
            };
            if (!CredWrite(&credential, 0)) throw Failed($"store the login of {login}", Marshal.GetLastPInvokeError());
        }
    }

    private static CredentialStoreException Failed(string what, int error) =>
        new($"The Credential Manager could not {what}: {new Win32Exception(error).Message.TrimEnd('.')} ({error}).");

    [LibraryImport("advapi32", EntryPoint = "CredReadW", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static unsafe partial bool CredRead(string target, uint type, uint flags, out Credential* credential);

    [LibraryImport("advapi32", EntryPoint = "CredWriteW", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static unsafe partial bool CredWrite(Credential* credential, uint flags);

    [LibraryImport("advapi32", EntryPoint = "CredEnumerateW", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static unsafe partial bool CredEnumerate(string filter, uint flags, out uint count, out Credential** list);

    [LibraryImport("advapi32", EntryPoint = "CredDeleteW", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool CredDelete(string target, uint type, uint flags);

    [LibraryImport("advapi32")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    private static unsafe partial void CredFree(void* buffer);

    // CREDENTIALW of wincred.h.
    [StructLayout(LayoutKind.Sequential)]
    private unsafe struct Credential
    {
        public uint Flags;
        public uint Type;
        public char* TargetName;
        public char* Comment;
        public uint LastWrittenLow;
        public uint LastWrittenHigh;
        public uint BlobSize;
        public void* Blob;
        public uint Persist;
        public uint AttributeCount;
        public void* Attributes;
        public char* TargetAlias;
        public char* UserName;
    }
}
